// a maximum that starts at 0 is wrong for negative arrays
// expect: differ
// array: 64
== left
ldr x8, 8
b 12
.8byte 8
sub x2, x2, x2
mul x3, x1, x8
add x3, x0, x3
top: cmp x0, x3
b.eq end
ldur x4, [x0, 0]
add x0, x0, x8
cmp x4, x2
b.le top
add x2, x4, xzr
b top
end: add x0, x2, xzr
br x30
== right
ldr x8, 8
b 12
.8byte 8
sub x2, x2, x2
cmp x1, xzr
b.eq end
ldur x2, [x0, 0]
mul x3, x1, x8
add x3, x0, x3
top: cmp x0, x3
b.eq end
ldur x4, [x0, 0]
add x0, x0, x8
cmp x4, x2
b.le top
add x2, x4, xzr
b top
end: add x0, x2, xzr
br x30
