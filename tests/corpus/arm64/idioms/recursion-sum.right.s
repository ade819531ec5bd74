ldr x2, 8
b 12
.8byte 16
sdiv x3, x0, x2
mul x3, x3, x2
sub x0, x0, x3
cmp x0, xzr
b.ge start
sub x3, x3, x3
sub x0, x3, x0
start: ldr x4, 8
b 12
.8byte 1
ldr x5, 8
b 12
.8byte 2
add x3, x0, x4
mul x0, x0, x3
udiv x0, x0, x5
add x0, x0, x1
br x30
