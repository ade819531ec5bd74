ldr x2, 8
b 12
.8byte 3
mul x3, x0, x2
add x3, x3, x1
mul x3, x3, x2
add x0, x3, x0
br x30
