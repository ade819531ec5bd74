// signed against unsigned test whether a product fits
// expect: differ
== left
mul x2, x0, x1
smulh x3, x0, x1
ldr x4, 8
b 12
.8byte 9223372036854775808
udiv x5, x2, x4
sub x6, x6, x6
sub x5, x6, x5
sub x0, x0, x0
ldr x1, 8
b 12
.8byte 1
cmp x3, x5
b.eq end
add x0, x1, xzr
end: br x30
== right
umulh x3, x0, x1
sub x0, x0, x0
ldr x1, 8
b 12
.8byte 1
cmp x3, xzr
b.eq end
add x0, x1, xzr
end: br x30
