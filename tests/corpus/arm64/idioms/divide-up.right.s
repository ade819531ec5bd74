ldr x6, 8
b 12
.8byte 16
udiv x7, x1, x6
mul x7, x7, x6
sub x1, x1, x7
ldr x4, 8
b 12
.8byte 1
add x0, x0, x1    // the sum with x1 - 1 may wrap
add x1, x1, x4
udiv x0, x0, x1
br x30
