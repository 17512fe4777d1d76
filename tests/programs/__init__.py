"""Programs as students write them, each a plain file of its own that imports nothing of the project.

`right_*` answer one question rightly, in different styles and conventions; `wrong_*` have one known bug each, told in
their first line.
"""
