// The sum of the digits to the base 16, then its remainder by 15.
ldr x2, 8
b 12
.8byte 16
ldr x3, 8
b 12
.8byte 15
sub x4, x4, x4
top: cmp x0, xzr
b.eq done
udiv x5, x0, x2
mul x6, x5, x2
sub x6, x0, x6
add x4, x4, x6
add x0, x5, xzr
b top
done: udiv x5, x4, x3
mul x5, x5, x3
sub x0, x4, x5
br x30
