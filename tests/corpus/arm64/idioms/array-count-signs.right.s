ldr x8, 8
b 12
.8byte 8
ldr x7, 8
b 12
.8byte 1
sub x9, x9, x9
sub x10, x10, x10
top: cmp x9, x1
b.eq done
ldur x2, [x0, 0]
cmp x2, xzr
b.gt skip
add x10, x10, x7
skip: add x0, x0, x8
add x9, x9, x7
b top
done: add x0, x10, xzr
br x30
