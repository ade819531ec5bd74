// 64, less 1 for each halving of 2^63 that is still above x0.
ldr x2, 8
b 12
.8byte 2
ldr x3, 8
b 12
.8byte 1
ldr x4, 8
b 12
.8byte 0x8000000000000000
ldr x1, 8
b 12
.8byte 64
top: cmp x4, x0
b.ls done
udiv x4, x4, x2
sub x1, x1, x3
cmp x4, xzr
b.ne top
done: add x0, x1, xzr
br x30
