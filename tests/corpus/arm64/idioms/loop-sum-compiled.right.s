ldr x2, 8
b 12
.8byte 64
sdiv x3, x0, x2
mul x3, x3, x2
sub x0, x0, x3
ldr x7, 8
b 12
.8byte 1
sub x9, x9, x9
sub x10, x10, x10
top: cmp x9, x0
b.ge done
mul x11, x9, x1
add x10, x10, x11
add x9, x9, x7
b top
done: add x0, x10, xzr
br x30
