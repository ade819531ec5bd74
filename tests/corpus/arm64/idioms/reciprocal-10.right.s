// 0xcccccccccccccccd is 2^67 / 10, rounded up.
ldr x2, 8
b 12
.8byte 0xcccccccccccccccd
umulh x0, x0, x2
ldr x3, 8
b 12
.8byte 8
udiv x0, x0, x3
br x30
