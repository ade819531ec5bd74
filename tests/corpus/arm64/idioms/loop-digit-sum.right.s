// It is x0, less 9 for each quotient by 10.
ldr x7, 8
b 12
.8byte 10
ldr x9, 8
b 12
.8byte 9
add x1, x0, xzr
top: cmp x0, xzr
b.eq done
udiv x0, x0, x7
mul x2, x0, x9
sub x1, x1, x2
b top
done: add x0, x1, xzr
br x30
