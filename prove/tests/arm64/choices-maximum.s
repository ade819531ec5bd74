// the largest of eight numbers, with the branches turned
// expect: proved
== left
add x2, x0, xzr
ldr x6, 8
b 12
.8byte 3935559000370003845
mul x1, x1, x6
add x1, x1, x0
cmp x1, x2
b.le s0
add x2, x1, xzr
s0:
mul x1, x1, x6
add x1, x1, x0
cmp x1, x2
b.le s1
add x2, x1, xzr
s1:
mul x1, x1, x6
add x1, x1, x0
cmp x1, x2
b.le s2
add x2, x1, xzr
s2:
mul x1, x1, x6
add x1, x1, x0
cmp x1, x2
b.le s3
add x2, x1, xzr
s3:
mul x1, x1, x6
add x1, x1, x0
cmp x1, x2
b.le s4
add x2, x1, xzr
s4:
mul x1, x1, x6
add x1, x1, x0
cmp x1, x2
b.le s5
add x2, x1, xzr
s5:
mul x1, x1, x6
add x1, x1, x0
cmp x1, x2
b.le s6
add x2, x1, xzr
s6:
mul x1, x1, x6
add x1, x1, x0
cmp x1, x2
b.le s7
add x2, x1, xzr
s7:
add x0, x2, xzr
br x30
== right
add x2, x0, xzr
ldr x6, 8
b 12
.8byte 3935559000370003845
mul x1, x1, x6
add x1, x1, x0
cmp x2, x1
b.lt t0
b e0
t0: add x2, x1, xzr
e0:
mul x1, x1, x6
add x1, x1, x0
cmp x2, x1
b.lt t1
b e1
t1: add x2, x1, xzr
e1:
mul x1, x1, x6
add x1, x1, x0
cmp x2, x1
b.lt t2
b e2
t2: add x2, x1, xzr
e2:
mul x1, x1, x6
add x1, x1, x0
cmp x2, x1
b.lt t3
b e3
t3: add x2, x1, xzr
e3:
mul x1, x1, x6
add x1, x1, x0
cmp x2, x1
b.lt t4
b e4
t4: add x2, x1, xzr
e4:
mul x1, x1, x6
add x1, x1, x0
cmp x2, x1
b.lt t5
b e5
t5: add x2, x1, xzr
e5:
mul x1, x1, x6
add x1, x1, x0
cmp x2, x1
b.lt t6
b e6
t6: add x2, x1, xzr
e6:
mul x1, x1, x6
add x1, x1, x0
cmp x2, x1
b.lt t7
b e7
t7: add x2, x1, xzr
e7:
add x0, x2, xzr
br x30
== wrong
add x2, x0, xzr
ldr x6, 8
b 12
.8byte 3935559000370003845
mul x1, x1, x6
add x1, x1, x0
cmp x2, x1
b.lt t0
b e0
t0: add x2, x1, xzr
e0:
mul x1, x1, x6
add x1, x1, x0
cmp x2, x1
b.lt t1
b e1
t1: add x2, x1, xzr
e1:
mul x1, x1, x6
add x1, x1, x0
cmp x2, x1
b.lt t2
b e2
t2: add x2, x1, xzr
e2:
mul x1, x1, x6
add x1, x1, x0
cmp x2, x1
b.lt t3
b e3
t3: add x2, x1, xzr
e3:
mul x1, x1, x6
add x1, x1, x0
cmp x2, x1
b.lt t4
b e4
t4: add x2, x1, xzr
e4:
mul x1, x1, x6
add x1, x1, x0
cmp x2, x1
b.lt t5
b e5
t5: add x2, x1, xzr
e5:
mul x1, x1, x6
add x1, x1, x0
cmp x1, x2
b.lt t6
b e6
t6: add x2, x1, xzr
e6:
mul x1, x1, x6
add x1, x1, x0
cmp x2, x1
b.lt t7
b e7
t7: add x2, x1, xzr
e7:
add x0, x2, xzr
br x30
