// a power whose exponent is an input
== left
mov x22, 5
cmp x1, x22
b.ls l1
mov x19, 0
add x0, x19, xzr
br x30
l1: mov x19, 1
add x2, x19, xzr
mov x19, 0
add x3, x19, xzr
l3: cmp x3, x1
b.eq l4
mul x19, x2, x0
add x2, x19, xzr
mov x20, 1
add x19, x3, x20
add x3, x19, xzr
b l3
l4: add x0, x2, xzr
br x30
== right
mov x8, 8
sub sp, sp, x8
stur x29, [sp, 0]
sub sp, sp, x8
stur x30, [sp, 0]
add x29, sp, xzr
mov x2, 32
sub sp, sp, x2
stur x0, [x29, -8]
stur x1, [x29, -16]
ldur x0, [x29, -16]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 5
ldur x1, [sp, 0]
add sp, sp, x8
cmp x1, x0
b.ls l1
mov x0, 0
b end
l1: mov x0, 1
stur x0, [x29, -24]
mov x0, 0
stur x0, [x29, -32]
l3: ldur x0, [x29, -32]
sub sp, sp, x8
stur x0, [sp, 0]
ldur x0, [x29, -16]
ldur x1, [sp, 0]
add sp, sp, x8
cmp x1, x0
b.eq l4
ldur x0, [x29, -24]
sub sp, sp, x8
stur x0, [sp, 0]
ldur x0, [x29, -8]
ldur x1, [sp, 0]
add sp, sp, x8
mul x0, x1, x0
stur x0, [x29, -24]
ldur x0, [x29, -32]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 1
ldur x1, [sp, 0]
add sp, sp, x8
add x0, x1, x0
stur x0, [x29, -32]
b l3
l4: ldur x0, [x29, -24]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 0
ldur x1, [sp, 0]
add sp, sp, x8
sub x0, x1, x0
b end
end: add sp, x29, xzr
ldur x30, [sp, 0]
add sp, sp, x8
ldur x29, [sp, 0]
add sp, sp, x8
br x30
== wrong
mov x8, 8
sub sp, sp, x8
stur x29, [sp, 0]
sub sp, sp, x8
stur x30, [sp, 0]
add x29, sp, xzr
mov x2, 32
sub sp, sp, x2
stur x0, [x29, -8]
stur x1, [x29, -16]
ldur x0, [x29, -16]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 5
ldur x1, [sp, 0]
add sp, sp, x8
cmp x1, x0
b.ls l1
mov x0, 0
b end
l1: mov x0, 1
stur x0, [x29, -24]
mov x0, 0
stur x0, [x29, -32]
l3: ldur x0, [x29, -32]
sub sp, sp, x8
stur x0, [sp, 0]
ldur x0, [x29, -16]
ldur x1, [sp, 0]
add sp, sp, x8
cmp x1, x0
b.eq l4
ldur x0, [x29, -24]
sub sp, sp, x8
stur x0, [sp, 0]
ldur x0, [x29, -8]
ldur x1, [sp, 0]
add sp, sp, x8
mul x0, x1, x0
stur x0, [x29, -24]
ldur x0, [x29, -32]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 1
ldur x1, [sp, 0]
add sp, sp, x8
add x0, x1, x0
stur x0, [x29, -32]
b l3
l4: ldur x0, [x29, -24]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 371293
ldur x1, [sp, 0]
add sp, sp, x8
cmp x1, x0
b.ne l5
ldur x0, [x29, -8]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 1000
ldur x1, [sp, 0]
add sp, sp, x8
cmp x1, x0
b.hs l7
mov x0, 1
b end
l7: l5: ldur x0, [x29, -24]
b end
end: add sp, x29, xzr
ldur x30, [sp, 0]
add sp, sp, x8
ldur x29, [sp, 0]
add sp, sp, x8
br x30
