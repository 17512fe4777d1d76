"""Chapter 9: which pairs of many things may collide. `boxes` is the scene of all its lessons, `boxes_figure`
draws it,
`pair_table` the table with a cell for each pair."""
