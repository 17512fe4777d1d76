"""What a lesson is made of: scenes, steps told in words, pictures recorded on a canvas, questions, tables."""
