ldr x6, 8
b 12
.8byte 64
udiv x7, x0, x6
mul x7, x7, x6
sub x0, x0, x7
ldr x1, 8
b 12
.8byte 1
ldr x2, 8
b 12
.8byte 2
sub x3, x3, x3
top: cmp x0, xzr
b.eq done
add x3, x3, x1
add x1, x1, x2
ldr x4, 8
b 12
.8byte 1
sub x0, x0, x4
b top
done: add x0, x3, xzr
br x30
