ldr x8, 8
b 12
.8byte 4
ldr x7, 8
b 12
.8byte 1
sub x9, x9, x9
top: cmp x1, xzr
b.eq done
ldur x2, [x0, 0]
add x9, x9, x2
add x0, x0, x8
sub x1, x1, x7
b top
done: add x0, x9, xzr
br x30
