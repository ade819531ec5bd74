// .8byte 0xffffffff is not -1
// expect: differ
== left
ldr x1, 8
b 12
.8byte 0xffffffff
add x0, x0, x1
br x30
== right
ldr x1, 8
b 12
.8byte -1
add x0, x0, x1
br x30
