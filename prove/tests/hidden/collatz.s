// a number of rounds that is hard to foresee
== left
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
ldur x0, [x29, -8]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 0
ldur x1, [sp, 0]
add sp, sp, x8
cmp x1, x0
b.ne l1
mov x0, 0
b end
l1: ldur x0, [x29, -8]
stur x0, [x29, -24]
mov x0, 0
stur x0, [x29, -32]
l3: ldur x0, [x29, -24]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 1
ldur x1, [sp, 0]
add sp, sp, x8
cmp x1, x0
b.eq l4
ldur x0, [x29, -24]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 2
ldur x1, [sp, 0]
add sp, sp, x8
udiv x2, x1, x0
mul x2, x2, x0
sub x0, x1, x2
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 0
ldur x1, [sp, 0]
add sp, sp, x8
cmp x1, x0
b.ne l5
ldur x0, [x29, -24]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 2
ldur x1, [sp, 0]
add sp, sp, x8
udiv x0, x1, x0
stur x0, [x29, -24]
b l6
l5: ldur x0, [x29, -24]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 3
ldur x1, [sp, 0]
add sp, sp, x8
mul x0, x1, x0
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 1
ldur x1, [sp, 0]
add sp, sp, x8
add x0, x1, x0
stur x0, [x29, -24]
l6: ldur x0, [x29, -32]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 1
ldur x1, [sp, 0]
add sp, sp, x8
add x0, x1, x0
stur x0, [x29, -32]
b l3
l4: ldur x0, [x29, -32]
b end
end: add sp, x29, xzr
ldur x30, [sp, 0]
add sp, sp, x8
ldur x29, [sp, 0]
add sp, sp, x8
br x30
== right
mov x22, 0
cmp x0, x22
b.ne l1
mov x19, 0
add x0, x19, xzr
br x30
l1: add x2, x0, xzr
mov x19, 0
add x3, x19, xzr
l3: mov x22, 1
cmp x2, x22
b.eq l4
mov x20, 2
udiv x21, x2, x20
mul x21, x21, x20
sub x19, x2, x21
mov x22, 0
cmp x19, x22
b.ne l5
mov x20, 2
udiv x19, x2, x20
add x2, x19, xzr
b l6
l5: mov x20, 3
mul x19, x2, x20
mov x20, 1
add x19, x19, x20
add x2, x19, xzr
l6: mov x20, 1
add x19, x3, x20
add x3, x19, xzr
b l3
l4: mov x20, 0
add x19, x3, x20
add x0, x19, xzr
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
ldur x0, [x29, -8]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 0
ldur x1, [sp, 0]
add sp, sp, x8
cmp x1, x0
b.ne l1
mov x0, 0
b end
l1: ldur x0, [x29, -8]
stur x0, [x29, -24]
mov x0, 0
stur x0, [x29, -32]
l3: ldur x0, [x29, -24]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 1
ldur x1, [sp, 0]
add sp, sp, x8
cmp x1, x0
b.eq l4
ldur x0, [x29, -24]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 2
ldur x1, [sp, 0]
add sp, sp, x8
udiv x2, x1, x0
mul x2, x2, x0
sub x0, x1, x2
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 0
ldur x1, [sp, 0]
add sp, sp, x8
cmp x1, x0
b.ne l5
ldur x0, [x29, -24]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 2
ldur x1, [sp, 0]
add sp, sp, x8
udiv x0, x1, x0
stur x0, [x29, -24]
b l6
l5: ldur x0, [x29, -24]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 3
ldur x1, [sp, 0]
add sp, sp, x8
mul x0, x1, x0
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 1
ldur x1, [sp, 0]
add sp, sp, x8
add x0, x1, x0
stur x0, [x29, -24]
l6: ldur x0, [x29, -32]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 1
ldur x1, [sp, 0]
add sp, sp, x8
add x0, x1, x0
stur x0, [x29, -32]
b l3
l4: ldur x0, [x29, -32]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 18
ldur x1, [sp, 0]
add sp, sp, x8
cmp x1, x0
b.ne l7
ldur x0, [x29, -8]
sub sp, sp, x8
stur x0, [sp, 0]
ldur x0, [x29, -16]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 100
ldur x1, [sp, 0]
add sp, sp, x8
sub x0, x1, x0
ldur x1, [sp, 0]
add sp, sp, x8
cmp x1, x0
b.hs l9
ldur x0, [x29, -8]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 50
ldur x1, [sp, 0]
add sp, sp, x8
cmp x1, x0
b.ls l11
ldur x0, [x29, -16]
b end
l11: l9: l7: ldur x0, [x29, -32]
b end
end: add sp, x29, xzr
ldur x30, [sp, 0]
add sp, sp, x8
ldur x29, [sp, 0]
add sp, sp, x8
br x30
