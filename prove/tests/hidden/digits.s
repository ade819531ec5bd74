// the sum of decimal digits
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
mov x0, 0
stur x0, [x29, -24]
ldur x0, [x29, -8]
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
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 10
ldur x1, [sp, 0]
add sp, sp, x8
udiv x2, x1, x0
mul x2, x2, x0
sub x0, x1, x2
ldur x1, [sp, 0]
add sp, sp, x8
add x0, x1, x0
stur x0, [x29, -24]
ldur x0, [x29, -32]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 10
ldur x1, [sp, 0]
add sp, sp, x8
udiv x0, x1, x0
stur x0, [x29, -32]
b l1
l2: ldur x0, [x29, -24]
b end
end: add sp, x29, xzr
ldur x30, [sp, 0]
add sp, sp, x8
ldur x29, [sp, 0]
add sp, sp, x8
br x30
== right
mov x19, 0
add x2, x19, xzr
add x3, x0, xzr
l1: mov x22, 0
cmp x3, x22
b.eq l2
mov x21, 10
udiv x22, x3, x21
mul x22, x22, x21
sub x20, x3, x22
add x19, x2, x20
add x2, x19, xzr
mov x20, 10
udiv x19, x3, x20
add x3, x19, xzr
b l1
l2: sub x20, x0, x0
add x19, x2, x20
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
mov x0, 0
stur x0, [x29, -24]
ldur x0, [x29, -8]
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
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 10
ldur x1, [sp, 0]
add sp, sp, x8
udiv x2, x1, x0
mul x2, x2, x0
sub x0, x1, x2
ldur x1, [sp, 0]
add sp, sp, x8
add x0, x1, x0
stur x0, [x29, -24]
ldur x0, [x29, -32]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 10
ldur x1, [sp, 0]
add sp, sp, x8
udiv x0, x1, x0
stur x0, [x29, -32]
b l1
l2: ldur x0, [x29, -24]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 37
ldur x1, [sp, 0]
add sp, sp, x8
cmp x1, x0
b.ne l3
ldur x0, [x29, -8]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 1000000
ldur x1, [sp, 0]
add sp, sp, x8
cmp x1, x0
b.hs l5
ldur x0, [x29, -8]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 10
ldur x1, [sp, 0]
add sp, sp, x8
udiv x2, x1, x0
mul x2, x2, x0
sub x0, x1, x2
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 4
ldur x1, [sp, 0]
add sp, sp, x8
cmp x1, x0
b.ne l7
mov x0, 36
b end
l7: l5: l3: ldur x0, [x29, -24]
b end
end: add sp, x29, xzr
ldur x30, [sp, 0]
add sp, sp, x8
ldur x29, [sp, 0]
add sp, sp, x8
br x30
