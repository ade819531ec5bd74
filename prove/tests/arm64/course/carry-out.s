// carry of a 64-bit addition in two ways; flags survive sub
// expect: proved
== left
add x2, x0, x1
cmp x2, x0
sub x0, x0, x0
b.hs end
ldr x0, 8
b 12
.8byte 1
end: br x30
== right
ldr x9, 8
b 12
.8byte 2
udiv x2, x0, x9
udiv x3, x1, x9
mul x4, x2, x9
sub x4, x0, x4
mul x5, x3, x9
sub x5, x1, x5
mul x4, x4, x5
add x2, x2, x3
add x2, x2, x4
ldr x9, 8
b 12
.8byte 9223372036854775808
udiv x0, x2, x9
br x30
