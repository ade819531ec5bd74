// The sum of the digits to the base 16, less 15 if it is not below that.
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
done: add x0, x4, xzr
cmp x0, x3
b.lo out
sub x0, x0, x3    // should be repeated
out: br x30
