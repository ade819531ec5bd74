add x0, x0, x1
sub x1, x0, x1      // x1 is the old x0
sub x0, x0, x1
br x30
