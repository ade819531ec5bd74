// down-to-zero, right
sub x0, x0, x0
br x30
