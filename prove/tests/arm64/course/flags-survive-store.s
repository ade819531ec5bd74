// a store leaves the flags alone
// expect: proved
== left
cmp x0, x1
stur x0, [sp, -8]
b.lt less
sub x0, x0, x0
br x30
less: ldr x0, 8
b 12
.8byte 1
br x30
== right
stur x0, [sp, -8]
cmp x0, x1
b.lt less
sub x0, x0, x0
br x30
less: ldr x0, 8
b 12
.8byte 1
br x30
