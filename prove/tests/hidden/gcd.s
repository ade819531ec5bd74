// the greatest common divisor
== left
add x2, x0, xzr
add x3, x1, xzr
l1: mov x22, 0
cmp x3, x22
b.eq l2
udiv x21, x2, x3
mul x21, x21, x3
sub x19, x2, x21
add x4, x19, xzr
add x2, x3, xzr
add x3, x4, xzr
b l1
l2: add x0, x2, xzr
br x30
== right
mov x8, 8
sub sp, sp, x8
stur x29, [sp, 0]
sub sp, sp, x8
stur x30, [sp, 0]
add x29, sp, xzr
mov x2, 40
sub sp, sp, x2
stur x0, [x29, -8]
stur x1, [x29, -16]
ldur x0, [x29, -8]
stur x0, [x29, -24]
ldur x0, [x29, -16]
stur x0, [x29, -32]
l1: ldur x0, [x29, -32]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 0
ldur x1, [sp, 0]
add sp, sp, x8
cmp x1, x0
b.eq l2
ldur x0, [x29, -24]
sub sp, sp, x8
stur x0, [sp, 0]
ldur x0, [x29, -32]
ldur x1, [sp, 0]
add sp, sp, x8
udiv x2, x1, x0
mul x2, x2, x0
sub x0, x1, x2
stur x0, [x29, -40]
ldur x0, [x29, -32]
stur x0, [x29, -24]
ldur x0, [x29, -40]
stur x0, [x29, -32]
b l1
l2: ldur x0, [x29, -24]
sub sp, sp, x8
stur x0, [sp, 0]
ldur x0, [x29, -32]
ldur x1, [sp, 0]
add sp, sp, x8
add x0, x1, x0
b end
end: add sp, x29, xzr
ldur x30, [sp, 0]
add sp, sp, x8
ldur x29, [sp, 0]
add sp, sp, x8
br x30
== wrong
add x2, x0, xzr
add x3, x1, xzr
l1: mov x22, 0
cmp x3, x22
b.eq l2
udiv x21, x2, x3
mul x21, x21, x3
sub x19, x2, x21
add x4, x19, xzr
add x2, x3, xzr
add x3, x4, xzr
b l1
l2: mov x22, 21
cmp x2, x22
b.ne l3
mov x22, 1000
cmp x0, x22
b.ls l5
mov x22, 1000
cmp x1, x22
b.ls l7
mov x19, 7
add x0, x19, xzr
br x30
l7: l5: l3: add x0, x2, xzr
br x30
