// a signed remainder has the sign of the dividend
// expect: proved
== left
sdiv x2, x0, x1
mul x2, x2, x1
sub x0, x0, x2
br x30
== right
cmp x0, xzr
b.ge plus
sub x3, x3, x3
sub x4, x3, x0
cmp x1, xzr
b.ge a
sub x1, x3, x1
a: udiv x2, x4, x1
mul x2, x2, x1
sub x4, x4, x2
sub x0, x3, x4
br x30
plus: sub x3, x3, x3
cmp x1, xzr
b.ge c
sub x1, x3, x1
c: udiv x2, x0, x1
mul x2, x2, x1
sub x0, x0, x2
br x30
== wrong
sub x3, x3, x3
cmp x1, xzr
b.ge c
sub x1, x3, x1
c: udiv x2, x0, x1
mul x2, x2, x1
sub x0, x0, x2
br x30
