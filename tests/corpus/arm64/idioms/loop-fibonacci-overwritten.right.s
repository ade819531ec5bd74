ldr x6, 8
b 12
.8byte 64
udiv x7, x0, x6
mul x7, x7, x6
sub x0, x0, x7
ldr x7, 8
b 12
.8byte 1
sub x1, x1, x1
add x2, x7, xzr
top: cmp x0, xzr
b.eq done
add x1, x2, xzr
add x2, x2, x1    // should add what x1 was
sub x0, x0, x7
b top
done: add x0, x1, xzr
br x30
