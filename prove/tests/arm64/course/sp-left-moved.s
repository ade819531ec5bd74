// sp read into x0 by add with xzr
// expect: differ
== left
ldr x8, 8
b 12
.8byte 8
stur x0, [sp, -8]
sub sp, sp, x8
add sp, sp, x8
add x0, sp, xzr
br x30
== right
ldr x8, 8
b 12
.8byte 8
stur x0, [sp, -8]
sub sp, sp, x8
add x0, sp, xzr
br x30
