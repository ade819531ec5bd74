ldr x2, 8
b 12
.8byte 1
sub x0, x0, x1    // may wrap
cmp x0, xzr
b.lt less
sub x0, x0, x0
br x30
less: add x0, x2, xzr
br x30
