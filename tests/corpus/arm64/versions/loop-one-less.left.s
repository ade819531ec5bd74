// loop-one-less, old
sub x3, x3, x3
ldr x8, 8
b 12
.8byte 8
sub sp, sp, x8
stur x30, [sp, 0]
ldr x9, 8
b 12
.8byte f
blr x9
ldur x30, [sp, 0]
add sp, sp, x8
br x30
f:
sub x4, x4, x4
ldr x5, 8
b 12
.8byte 1
ldr x6, 8
b 12
.8byte 100
sub x7, x7, x7
again:
cmp x4, x6
b.hs done
add x7, x7, x4
add x4, x4, x5
b again
done:
add x0, x7, x0
br x30
