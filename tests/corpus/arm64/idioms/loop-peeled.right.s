ldr x6, 8
b 12
.8byte 32
udiv x7, x0, x6
mul x7, x7, x6
sub x0, x0, x7
cmp x0, xzr
b.eq done
ldr x4, 8
b 12
.8byte 1
ldr x5, 8
b 12
.8byte 3
mul x1, x1, x5
add x9, x4, xzr
top: cmp x9, x0
b.hs done
mul x1, x1, x5
add x1, x1, x9
add x9, x9, x4
b top
done: add x0, x1, xzr
br x30
