// row * 4 + column is the number of the cell.
ldr x6, 8
b 12
.8byte 8
udiv x7, x0, x6
mul x7, x7, x6
sub x0, x0, x7
ldr x4, 8
b 12
.8byte 1
add x0, x0, x0
add x0, x0, x0
sub x1, x1, x1
sub x2, x2, x2
top: cmp x1, x0
b.eq done
add x2, x2, x1
add x1, x1, x4
b top
done: add x0, x2, xzr
br x30
