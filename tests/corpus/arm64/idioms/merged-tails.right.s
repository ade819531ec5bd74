ldr x5, 8
b 12
.8byte 3
cmp x1, x0
b.hi more
sub x1, x0, x1
b tail
more: sub x1, x1, x0
tail: mul x0, x1, x5
br x30
