ldr x7, 8
b 12
.8byte 1
ldr x9, 8
b 12
.8byte 3
sub x1, x1, x1
top: cmp x0, xzr
b.eq done
add x1, x1, x9
sub x0, x0, x7
b top
done: add x0, x1, xzr
br x30
