ldr x2, 8
b 12
.8byte 64
udiv x3, x0, x2    // should be sdiv
mul x3, x3, x2
sub x0, x0, x3
ldr x7, 8
b 12
.8byte 1
sub x10, x10, x10
top: cmp x0, xzr
b.eq done
add x10, x10, x1
sub x0, x0, x7
b top
done: add x0, x10, xzr
br x30
