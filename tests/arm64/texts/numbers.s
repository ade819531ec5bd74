ldur x0, [x1, 256]
ldur x0, [x1, 0xfffffffffffffff8]
b 134217728
b.eq 2
.8byte 18446744073709551616
.8byte 0XFF
.8byte -0x1
.8byte 1, 2
.8byte 12ab
ldr x0, #8
