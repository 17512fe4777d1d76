"""Small tests computed in a chosen precision (numpy's dtype at every operation), for many copies at once."""
