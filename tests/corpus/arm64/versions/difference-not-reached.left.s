// difference-not-reached, old
sub x3, x3, x3
ldr x8, 8
b 12
.8byte 8
sub sp, sp, x8
stur x30, [sp, 0]
cmp x0, x3
b.ge ok
add x0, x3, xzr
ok:
cmp x1, x3
b.ge good
add x1, x3, xzr
good:
ldr x9, 8
b 12
.8byte larger
blr x9
ldur x30, [sp, 0]
add sp, sp, x8
br x30
larger:
cmp x0, x1
b.ge keep
add x0, x1, xzr
keep:
br x30
