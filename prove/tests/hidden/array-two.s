// an element that is computed from another one
// array: 6
== left
mov x22, 2
cmp x1, x22
b.lt l1
mov x20, 0
add x19, x0, x20
ldur x19, [x19, 0]
add x2, x19, xzr
mov x20, 8
add x19, x0, x20
ldur x19, [x19, 0]
add x3, x19, xzr
add x19, x2, x3
add x0, x19, xzr
br x30
l1: add x0, x1, xzr
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
mov x0, 2
ldur x1, [sp, 0]
add sp, sp, x8
cmp x1, x0
b.lt l1
ldur x0, [x29, -8]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 0
ldur x1, [sp, 0]
add sp, sp, x8
add x0, x1, x0
ldur x0, [x0, 0]
stur x0, [x29, -24]
ldur x0, [x29, -8]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 8
ldur x1, [sp, 0]
add sp, sp, x8
add x0, x1, x0
ldur x0, [x0, 0]
stur x0, [x29, -32]
ldur x0, [x29, -32]
sub sp, sp, x8
stur x0, [sp, 0]
ldur x0, [x29, -24]
ldur x1, [sp, 0]
add sp, sp, x8
add x0, x1, x0
b end
l1: ldur x0, [x29, -16]
b end
end: add sp, x29, xzr
ldur x30, [sp, 0]
add sp, sp, x8
ldur x29, [sp, 0]
add sp, sp, x8
br x30
== wrong
mov x22, 2
cmp x1, x22
b.lt l1
mov x20, 0
add x19, x0, x20
ldur x19, [x19, 0]
add x2, x19, xzr
mov x20, 8
add x19, x0, x20
ldur x19, [x19, 0]
add x3, x19, xzr
mov x22, 1000
cmp x2, x22
b.le l3
mov x23, 3
mul x22, x2, x23
mov x23, 17
add x22, x22, x23
cmp x3, x22
b.ne l5
add x0, x2, xzr
br x30
l5: l3: add x19, x2, x3
add x0, x19, xzr
br x30
l1: add x0, x1, xzr
br x30
