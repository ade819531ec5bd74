ldr x6, 8
b 12
.8byte 64
udiv x7, x0, x6
mul x7, x7, x6
sub x0, x0, x7
ldr x5, 8
b 12
.8byte 24
mul x0, x0, x5
sub x9, x9, x9
sub x10, x10, x10
top: cmp x9, x0
b.hs done
add x10, x10, x9
add x10, x10, x1
add x9, x9, x5
b top
done: add x0, x10, xzr
br x30
