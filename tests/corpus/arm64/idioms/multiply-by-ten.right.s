ldr x9, 8
b 12
.8byte 10
mul x0, x9, x0      // 10 * x0
br x30
