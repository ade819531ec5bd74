ldr x9, 8
b 12
.8byte 2
ldr x10, 8
b 12
.8byte 1
udiv x2, x0, x9
mul x2, x2, x9
sub x2, x0, x2
udiv x3, x1, x9
mul x3, x3, x9
sub x3, x1, x3
cmp x2, x3
b.ne odd
sub x0, x0, x0
br x30
odd: add x0, x10, xzr
br x30
