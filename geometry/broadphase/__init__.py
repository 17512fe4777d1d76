"""Which pairs of many bodies may overlap, by the boxes around them: five structures, one protocol."""
