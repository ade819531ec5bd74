// signs of mixed numbers as bits, with the branches turned
// expect: proved
== left
sub x2, x2, x2
ldr x6, 8
b 12
.8byte 2862933555777941757
ldr x7, 8
b 12
.8byte 1
mul x0, x0, x6
add x0, x0, x1
add x2, x2, x2
cmp x0, xzr
b.ge s0
add x2, x2, x7
s0:
mul x0, x0, x6
add x0, x0, x1
add x2, x2, x2
cmp x0, xzr
b.ge s1
add x2, x2, x7
s1:
mul x0, x0, x6
add x0, x0, x1
add x2, x2, x2
cmp x0, xzr
b.ge s2
add x2, x2, x7
s2:
mul x0, x0, x6
add x0, x0, x1
add x2, x2, x2
cmp x0, xzr
b.ge s3
add x2, x2, x7
s3:
mul x0, x0, x6
add x0, x0, x1
add x2, x2, x2
cmp x0, xzr
b.ge s4
add x2, x2, x7
s4:
mul x0, x0, x6
add x0, x0, x1
add x2, x2, x2
cmp x0, xzr
b.ge s5
add x2, x2, x7
s5:
mul x0, x0, x6
add x0, x0, x1
add x2, x2, x2
cmp x0, xzr
b.ge s6
add x2, x2, x7
s6:
mul x0, x0, x6
add x0, x0, x1
add x2, x2, x2
cmp x0, xzr
b.ge s7
add x2, x2, x7
s7:
add x0, x2, xzr
br x30
== right
sub x2, x2, x2
ldr x6, 8
b 12
.8byte 2862933555777941757
ldr x7, 8
b 12
.8byte 1
mul x0, x0, x6
add x0, x0, x1
add x2, x2, x2
cmp x0, xzr
b.lt t0
b e0
t0: add x2, x7, x2
e0:
mul x0, x0, x6
add x0, x0, x1
add x2, x2, x2
cmp x0, xzr
b.lt t1
b e1
t1: add x2, x7, x2
e1:
mul x0, x0, x6
add x0, x0, x1
add x2, x2, x2
cmp x0, xzr
b.lt t2
b e2
t2: add x2, x7, x2
e2:
mul x0, x0, x6
add x0, x0, x1
add x2, x2, x2
cmp x0, xzr
b.lt t3
b e3
t3: add x2, x7, x2
e3:
mul x0, x0, x6
add x0, x0, x1
add x2, x2, x2
cmp x0, xzr
b.lt t4
b e4
t4: add x2, x7, x2
e4:
mul x0, x0, x6
add x0, x0, x1
add x2, x2, x2
cmp x0, xzr
b.lt t5
b e5
t5: add x2, x7, x2
e5:
mul x0, x0, x6
add x0, x0, x1
add x2, x2, x2
cmp x0, xzr
b.lt t6
b e6
t6: add x2, x7, x2
e6:
mul x0, x0, x6
add x0, x0, x1
add x2, x2, x2
cmp x0, xzr
b.lt t7
b e7
t7: add x2, x7, x2
e7:
add x0, x2, xzr
br x30
== wrong
sub x2, x2, x2
ldr x6, 8
b 12
.8byte 2862933555777941757
ldr x7, 8
b 12
.8byte 1
mul x0, x0, x6
add x0, x0, x1
add x2, x2, x2
cmp x0, xzr
b.lt t0
b e0
t0: add x2, x7, x2
e0:
mul x0, x0, x6
add x0, x0, x1
add x2, x2, x2
cmp x0, xzr
b.lt t1
b e1
t1: add x2, x7, x2
e1:
mul x0, x0, x6
add x0, x0, x1
add x2, x2, x2
cmp x0, xzr
b.lt t2
b e2
t2: add x2, x7, x2
e2:
mul x0, x0, x6
add x0, x0, x1
add x2, x2, x2
cmp x0, xzr
b.lt t3
b e3
t3: add x2, x7, x2
e3:
mul x0, x0, x6
add x0, x0, x1
add x2, x2, x2
cmp x0, xzr
b.lt t4
b e4
t4: add x2, x7, x2
e4:
mul x0, x0, x6
add x0, x0, x1
add x2, x2, x2
cmp x0, xzr
b.le t5
b e5
t5: add x2, x7, x2
e5:
mul x0, x0, x6
add x0, x0, x1
add x2, x2, x2
cmp x0, xzr
b.lt t6
b e6
t6: add x2, x7, x2
e6:
mul x0, x0, x6
add x0, x0, x1
add x2, x2, x2
cmp x0, xzr
b.lt t7
b e7
t7: add x2, x7, x2
e7:
add x0, x2, xzr
br x30
