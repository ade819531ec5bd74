// a recurrence of 12 rounds
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
mov x0, 0
stur x0, [x29, -32]
l1: ldur x0, [x29, -32]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 12
ldur x1, [sp, 0]
add sp, sp, x8
cmp x1, x0
b.ge l2
ldur x0, [x29, -24]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 3
ldur x1, [sp, 0]
add sp, sp, x8
mul x0, x1, x0
sub sp, sp, x8
stur x0, [sp, 0]
ldur x0, [x29, -8]
ldur x1, [sp, 0]
add sp, sp, x8
add x0, x1, x0
stur x0, [x29, -24]
ldur x0, [x29, -32]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 1
ldur x1, [sp, 0]
add sp, sp, x8
add x0, x1, x0
stur x0, [x29, -32]
b l1
l2: ldur x0, [x29, -24]
sub sp, sp, x8
stur x0, [sp, 0]
ldur x0, [x29, -16]
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
== right
mov x19, 0
add x2, x19, xzr
mov x19, 0
add x3, x19, xzr
l1: mov x22, 12
cmp x3, x22
b.ge l2
mov x20, 3
mul x19, x2, x20
add x19, x19, x0
add x2, x19, xzr
mov x20, 1
add x19, x3, x20
add x3, x19, xzr
b l1
l2: add x19, x1, x2
add x0, x19, xzr
br x30
== wrong
mov x19, 0
add x2, x19, xzr
mov x19, 0
add x3, x19, xzr
l1: mov x22, 12
cmp x3, x22
b.ge l2
mov x20, 3
mul x19, x2, x20
add x19, x19, x0
add x2, x19, xzr
mov x20, 1
add x19, x3, x20
add x3, x19, xzr
b l1
l2: mov x22, 5314410000
mov x24, 797161
mul x23, x1, x24
add x22, x22, x23
cmp x2, x22
b.ne l3
add x0, x2, xzr
br x30
l3: add x19, x2, x1
add x0, x19, xzr
br x30
