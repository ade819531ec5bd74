// numbers of three kinds, asked in two orders
// expect: proved
== left
sub x2, x2, x2
ldr x6, 8
b 12
.8byte 3202034522624059733
ldr x7, 8
b 12
.8byte 100
ldr x8, 8
b 12
.8byte 1
mul x0, x0, x6
add x0, x0, x1
add x2, x2, x2
cmp x0, xzr
b.ge p0
sub x2, x2, x8
b e0
p0: cmp x0, x7
b.le e0
add x2, x2, x8
e0:
mul x0, x0, x6
add x0, x0, x1
add x2, x2, x2
cmp x0, xzr
b.ge p1
sub x2, x2, x8
b e1
p1: cmp x0, x7
b.le e1
add x2, x2, x8
e1:
mul x0, x0, x6
add x0, x0, x1
add x2, x2, x2
cmp x0, xzr
b.ge p2
sub x2, x2, x8
b e2
p2: cmp x0, x7
b.le e2
add x2, x2, x8
e2:
mul x0, x0, x6
add x0, x0, x1
add x2, x2, x2
cmp x0, xzr
b.ge p3
sub x2, x2, x8
b e3
p3: cmp x0, x7
b.le e3
add x2, x2, x8
e3:
mul x0, x0, x6
add x0, x0, x1
add x2, x2, x2
cmp x0, xzr
b.ge p4
sub x2, x2, x8
b e4
p4: cmp x0, x7
b.le e4
add x2, x2, x8
e4:
mul x0, x0, x6
add x0, x0, x1
add x2, x2, x2
cmp x0, xzr
b.ge p5
sub x2, x2, x8
b e5
p5: cmp x0, x7
b.le e5
add x2, x2, x8
e5:
add x0, x2, xzr
br x30
== right
sub x2, x2, x2
ldr x6, 8
b 12
.8byte 3202034522624059733
ldr x7, 8
b 12
.8byte 100
ldr x8, 8
b 12
.8byte 1
mul x0, x0, x6
add x0, x0, x1
add x2, x2, x2
cmp x0, x7
b.gt g0
cmp x0, xzr
b.ge e0
sub x2, x2, x8
b e0
g0: add x2, x8, x2
e0:
mul x0, x0, x6
add x0, x0, x1
add x2, x2, x2
cmp x0, x7
b.gt g1
cmp x0, xzr
b.ge e1
sub x2, x2, x8
b e1
g1: add x2, x8, x2
e1:
mul x0, x0, x6
add x0, x0, x1
add x2, x2, x2
cmp x0, x7
b.gt g2
cmp x0, xzr
b.ge e2
sub x2, x2, x8
b e2
g2: add x2, x8, x2
e2:
mul x0, x0, x6
add x0, x0, x1
add x2, x2, x2
cmp x0, x7
b.gt g3
cmp x0, xzr
b.ge e3
sub x2, x2, x8
b e3
g3: add x2, x8, x2
e3:
mul x0, x0, x6
add x0, x0, x1
add x2, x2, x2
cmp x0, x7
b.gt g4
cmp x0, xzr
b.ge e4
sub x2, x2, x8
b e4
g4: add x2, x8, x2
e4:
mul x0, x0, x6
add x0, x0, x1
add x2, x2, x2
cmp x0, x7
b.gt g5
cmp x0, xzr
b.ge e5
sub x2, x2, x8
b e5
g5: add x2, x8, x2
e5:
add x0, x2, xzr
br x30
== wrong
sub x2, x2, x2
ldr x6, 8
b 12
.8byte 3202034522624059733
ldr x7, 8
b 12
.8byte 100
ldr x8, 8
b 12
.8byte 1
mul x0, x0, x6
add x0, x0, x1
add x2, x2, x2
cmp x0, x7
b.gt g0
cmp x0, xzr
b.ge e0
sub x2, x2, x8
b e0
g0: add x2, x8, x2
e0:
mul x0, x0, x6
add x0, x0, x1
add x2, x2, x2
cmp x0, x7
b.gt g1
cmp x0, xzr
b.ge e1
sub x2, x2, x8
b e1
g1: add x2, x8, x2
e1:
mul x0, x0, x6
add x0, x0, x1
add x2, x2, x2
cmp x0, x7
b.gt g2
cmp x0, xzr
b.ge e2
sub x2, x2, x8
b e2
g2: add x2, x8, x2
e2:
mul x0, x0, x6
add x0, x0, x1
add x2, x2, x2
cmp x0, x7
b.gt g3
cmp x0, xzr
b.ge e3
sub x2, x2, x8
b e3
g3: add x2, x8, x2
e3:
mul x0, x0, x6
add x0, x0, x1
add x2, x2, x2
cmp x0, x7
b.gt g4
cmp x0, x8
b.ge e4
sub x2, x2, x8
b e4
g4: add x2, x8, x2
e4:
mul x0, x0, x6
add x0, x0, x1
add x2, x2, x2
cmp x0, x7
b.gt g5
cmp x0, xzr
b.ge e5
sub x2, x2, x8
b e5
g5: add x2, x8, x2
e5:
add x0, x2, xzr
br x30
