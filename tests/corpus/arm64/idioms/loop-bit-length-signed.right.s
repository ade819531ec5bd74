ldr x4, 8
b 12
.8byte 1
ldr x5, 8
b 12
.8byte 2
sub x1, x1, x1
top: cmp x0, xzr
b.le done    // should be b.eq
udiv x0, x0, x5
add x1, x1, x4
b top
done: add x0, x1, xzr
br x30
