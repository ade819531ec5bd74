// x0, at least 0 and below 100
ldr x7, 8
b 12
.8byte 99
cmp x0, x7
b.gt high
cmp x0, xzr
b.ge done
sub x0, x0, x0
done: br x30
high: add x0, x7, xzr
br x30
