// (x0 - x0 % 2) / 2, where the remainder is never negative.
ldr x2, 8
b 12
.8byte 2
udiv x3, x0, x2
add x3, x3, x3
sub x0, x3, xzr
sdiv x0, x0, x2    // exact
br x30
