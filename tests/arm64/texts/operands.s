add xzr, x0, x1
add x0, x1, sp
sub x0, x1, sp
add x31, w1, 5
ldur x0, x1, 8
ldur x0, [x1]
stur x0, [x1, 8
ldr x0, [x1, 0]
ldr x0, there
there: add x0, x1
add x0 x1, x2
cmp x0, x1, x2
