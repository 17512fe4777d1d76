"""Labs: four pages outside the order of the chapters, about whose answer is right and how one finds out."""
