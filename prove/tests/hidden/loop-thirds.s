// a number of rounds that depends on the input
== left
mov x19, 0
add x2, x19, xzr
add x3, x0, xzr
l1: mov x22, 10
cmp x3, x22
b.ls l2
mov x20, 3
udiv x19, x3, x20
add x3, x19, xzr
mov x20, 1
add x19, x2, x20
add x2, x19, xzr
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
mov x2, 32
sub sp, sp, x2
stur x0, [x29, -8]
stur x1, [x29, -16]
mov x0, 0
stur x0, [x29, -24]
ldur x0, [x29, -8]
stur x0, [x29, -32]
l1: ldur x0, [x29, -32]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 10
ldur x1, [sp, 0]
add sp, sp, x8
cmp x1, x0
b.ls l2
ldur x0, [x29, -32]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 3
ldur x1, [sp, 0]
add sp, sp, x8
udiv x0, x1, x0
stur x0, [x29, -32]
ldur x0, [x29, -24]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 1
ldur x1, [sp, 0]
add sp, sp, x8
add x0, x1, x0
stur x0, [x29, -24]
b l1
l2: ldur x0, [x29, -24]
sub sp, sp, x8
stur x0, [sp, 0]
ldur x0, [x29, -16]
sub sp, sp, x8
stur x0, [sp, 0]
ldur x0, [x29, -16]
ldur x1, [sp, 0]
add sp, sp, x8
sub x0, x1, x0
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
mov x19, 0
add x2, x19, xzr
add x3, x0, xzr
l1: mov x22, 10
cmp x3, x22
b.ls l2
mov x20, 3
udiv x19, x3, x20
add x3, x19, xzr
mov x20, 1
add x19, x2, x20
add x2, x19, xzr
b l1
l2: mov x22, 13
cmp x2, x22
b.ne l3
mov x22, 7
cmp x3, x22
b.ne l5
add x22, x0, x2
cmp x1, x22
b.ne l7
add x0, x1, xzr
br x30
l7: l5: l3: add x0, x2, xzr
br x30
