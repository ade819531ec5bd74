// |x0|: the high word of x0 * 1 is 0, or -1 if x0 is negative. Then |x0| = (1 + 2 * sign) * x0.
ldr x3, 8
b 12
.8byte 1
smulh x4, x0, x3
add x5, x4, x4
add x5, x5, x3
mul x0, x0, x5
br x30
