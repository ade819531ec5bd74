ldr x6, 8
b 12
.8byte 64
udiv x7, x0, x6
mul x7, x7, x6
sub x0, x0, x7
ldr x2, 8
b 12
.8byte 7
ldr x3, 8
b 12
.8byte 1
sub x4, x4, x4
top: cmp x0, x2
b.lo done
sub x0, x0, x2
add x4, x4, x3
b top
done: add x0, x4, xzr
br x30
