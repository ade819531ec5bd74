// < against <=
// expect: differ
== left
ldr x1, 8
b 12
.8byte 64
udiv x2, x0, x1
mul x2, x2, x1
sub x0, x0, x2
sub x2, x2, x2
sub x3, x3, x3
ldr x1, 8
b 12
.8byte 1
top: cmp x3, x0
b.ge end
add x2, x2, x3
add x3, x3, x1
b top
end: add x0, x2, xzr
br x30
== right
ldr x1, 8
b 12
.8byte 64
udiv x2, x0, x1
mul x2, x2, x1
sub x0, x0, x2
sub x2, x2, x2
sub x3, x3, x3
ldr x1, 8
b 12
.8byte 1
top: cmp x3, x0
b.gt end
add x2, x2, x3
add x3, x3, x1
b top
end: add x0, x2, xzr
br x30
