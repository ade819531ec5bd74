add x2, x0, x1
sub x3, x1, x0      // should be x0 - x1
mul x0, x2, x3
br x30
