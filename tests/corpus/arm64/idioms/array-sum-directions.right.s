ldr x8, 8
b 12
.8byte 8
mul x2, x1, x8
add x2, x2, x0
sub x3, x3, x3
top: cmp x2, x0
b.eq done
sub x2, x2, x8
ldur x4, [x2, 0]
add x3, x3, x4
b top
done: add x0, x3, xzr
br x30
