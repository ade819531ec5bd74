ldr x8, 8
b 12
.8byte 2
cmp x0, x1
b.ls order
add x2, x0, xzr
add x0, x1, xzr
add x1, x2, xzr
order: sub x1, x1, x0
udiv x1, x1, x8
add x0, x0, x1
br x30
