// swaps x0 and x1 by a sum and two differences, then subtracts
add x0, x0, x1
sub x1, x0, x1
sub x0, x0, x1
sub x0, x0, x1
br x30
