ldr x2, 8
b 12
.8byte 1
cmp x0, x1
b.eq same
b.gt more
sub x0, x0, x0
sub x0, x0, x2
br x30
more: add x0, x2, xzr
br x30
same: sub x0, x0, x0
br x30
