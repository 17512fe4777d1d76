"""On which scene is a routine wrong? Problems, scenes, judges, conventions, search and shrinking."""
