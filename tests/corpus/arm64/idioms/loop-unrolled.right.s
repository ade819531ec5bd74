ldr x6, 8
b 12
.8byte 64
udiv x7, x0, x6
mul x7, x7, x6
sub x0, x0, x7
ldr x2, 8
b 12
.8byte 2
ldr x4, 8
b 12
.8byte 1
ldr x5, 8
b 12
.8byte 3
top: cmp x0, x2
b.lo rest
mul x1, x1, x5
add x1, x1, x4
mul x1, x1, x5
add x1, x1, x4
sub x0, x0, x2
b top
rest: cmp x0, xzr
b.eq done
mul x1, x1, x5
add x1, x1, x4
done: add x0, x1, xzr
br x30
