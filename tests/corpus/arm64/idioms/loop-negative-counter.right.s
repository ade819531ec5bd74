ldr x5, 8
b 12
.8byte 5
ldr x7, 8
b 12
.8byte 1
sub x2, x2, x2
sub x2, x2, x0
top: cmp x2, xzr
b.eq done
add x2, x2, x7
add x1, x1, x5
b top
done: add x0, x1, xzr
br x30
