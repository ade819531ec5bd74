// a number kept between bounds, the upper or the lower one first
// expect: proved
== left
ldr x6, 8
b 12
.8byte 5
ldr x7, 8
b 12
.8byte 1000
sub x8, x8, x8
sub x8, x8, x7
mul x0, x0, x6
add x0, x0, x1
cmp x0, x8
b.ge l0
add x0, x8, xzr
l0:
cmp x0, x7
b.le h0
add x0, x7, xzr
h0:
mul x0, x0, x6
add x0, x0, x1
cmp x0, x8
b.ge l1
add x0, x8, xzr
l1:
cmp x0, x7
b.le h1
add x0, x7, xzr
h1:
mul x0, x0, x6
add x0, x0, x1
cmp x0, x8
b.ge l2
add x0, x8, xzr
l2:
cmp x0, x7
b.le h2
add x0, x7, xzr
h2:
mul x0, x0, x6
add x0, x0, x1
cmp x0, x8
b.ge l3
add x0, x8, xzr
l3:
cmp x0, x7
b.le h3
add x0, x7, xzr
h3:
mul x0, x0, x6
add x0, x0, x1
cmp x0, x8
b.ge l4
add x0, x8, xzr
l4:
cmp x0, x7
b.le h4
add x0, x7, xzr
h4:
mul x0, x0, x6
add x0, x0, x1
cmp x0, x8
b.ge l5
add x0, x8, xzr
l5:
cmp x0, x7
b.le h5
add x0, x7, xzr
h5:
br x30
== right
ldr x6, 8
b 12
.8byte 5
ldr x7, 8
b 12
.8byte 1000
sub x8, x8, x8
sub x8, x8, x7
mul x0, x0, x6
add x0, x0, x1
cmp x0, x7
b.le h0
add x0, x7, xzr
h0:
cmp x0, x8
b.ge l0
add x0, x8, xzr
l0:
mul x0, x0, x6
add x0, x0, x1
cmp x0, x7
b.le h1
add x0, x7, xzr
h1:
cmp x0, x8
b.ge l1
add x0, x8, xzr
l1:
mul x0, x0, x6
add x0, x0, x1
cmp x0, x7
b.le h2
add x0, x7, xzr
h2:
cmp x0, x8
b.ge l2
add x0, x8, xzr
l2:
mul x0, x0, x6
add x0, x0, x1
cmp x0, x7
b.le h3
add x0, x7, xzr
h3:
cmp x0, x8
b.ge l3
add x0, x8, xzr
l3:
mul x0, x0, x6
add x0, x0, x1
cmp x0, x7
b.le h4
add x0, x7, xzr
h4:
cmp x0, x8
b.ge l4
add x0, x8, xzr
l4:
mul x0, x0, x6
add x0, x0, x1
cmp x0, x7
b.le h5
add x0, x7, xzr
h5:
cmp x0, x8
b.ge l5
add x0, x8, xzr
l5:
br x30
== wrong
ldr x6, 8
b 12
.8byte 5
ldr x7, 8
b 12
.8byte 1000
sub x8, x8, x8
sub x8, x8, x7
mul x0, x0, x6
add x0, x0, x1
cmp x0, x7
b.le h0
add x0, x7, xzr
h0:
cmp x0, x8
b.ge l0
add x0, x8, xzr
l0:
mul x0, x0, x6
add x0, x0, x1
cmp x0, x7
b.le h1
add x0, x7, xzr
h1:
cmp x0, x8
b.ge l1
add x0, x8, xzr
l1:
mul x0, x0, x6
add x0, x0, x1
cmp x0, x7
b.le h2
add x0, x7, xzr
h2:
cmp x0, x8
b.ge l2
add x0, x8, xzr
l2:
mul x0, x0, x6
add x0, x0, x1
cmp x0, x7
b.lt h3
add x0, x6, x7
h3:
cmp x0, x8
b.ge l3
add x0, x8, xzr
l3:
mul x0, x0, x6
add x0, x0, x1
cmp x0, x7
b.le h4
add x0, x7, xzr
h4:
cmp x0, x8
b.ge l4
add x0, x8, xzr
l4:
mul x0, x0, x6
add x0, x0, x1
cmp x0, x7
b.le h5
add x0, x7, xzr
h5:
cmp x0, x8
b.ge l5
add x0, x8, xzr
l5:
br x30
