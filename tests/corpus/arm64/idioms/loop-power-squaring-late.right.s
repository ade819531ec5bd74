ldr x6, 8
b 12
.8byte 16
udiv x7, x1, x6
mul x7, x7, x6
sub x1, x1, x7
ldr x2, 8
b 12
.8byte 2
ldr x3, 8
b 12
.8byte 1
top: cmp x1, xzr
b.eq done
udiv x4, x1, x2
mul x5, x4, x2
mul x0, x0, x0    // should be behind the product
cmp x5, x1
b.eq even
mul x3, x3, x0
even: add x1, x4, xzr
b top
done: add x0, x3, xzr
br x30
