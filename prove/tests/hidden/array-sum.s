// the last element is computed from the sum of the others
// array: 5
== left
mov x8, 8
sub sp, sp, x8
stur x29, [sp, 0]
sub sp, sp, x8
stur x30, [sp, 0]
add x29, sp, xzr
mov x2, 48
sub sp, sp, x2
stur x0, [x29, -8]
stur x1, [x29, -16]
mov x0, 0
stur x0, [x29, -24]
ldur x0, [x29, -8]
stur x0, [x29, -32]
ldur x0, [x29, -8]
sub sp, sp, x8
stur x0, [sp, 0]
ldur x0, [x29, -16]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 8
ldur x1, [sp, 0]
add sp, sp, x8
mul x0, x1, x0
ldur x1, [sp, 0]
add sp, sp, x8
add x0, x1, x0
stur x0, [x29, -40]
mov x0, 0
stur x0, [x29, -48]
l1: ldur x0, [x29, -32]
sub sp, sp, x8
stur x0, [sp, 0]
ldur x0, [x29, -40]
ldur x1, [sp, 0]
add sp, sp, x8
cmp x1, x0
b.eq l2
ldur x0, [x29, -32]
ldur x0, [x0, 0]
stur x0, [x29, -48]
ldur x0, [x29, -24]
sub sp, sp, x8
stur x0, [sp, 0]
ldur x0, [x29, -48]
ldur x1, [sp, 0]
add sp, sp, x8
add x0, x1, x0
stur x0, [x29, -24]
ldur x0, [x29, -32]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 8
ldur x1, [sp, 0]
add sp, sp, x8
add x0, x1, x0
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
mov x21, 8
mul x20, x1, x21
add x19, x0, x20
add x4, x19, xzr
mov x19, 0
add x5, x19, xzr
l1: cmp x3, x4
b.eq l2
ldur x19, [x3, 0]
add x5, x19, xzr
add x19, x2, x5
add x2, x19, xzr
mov x20, 8
add x19, x3, x20
add x3, x19, xzr
b l1
l2: sub x20, x5, x5
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
mov x2, 48
sub sp, sp, x2
stur x0, [x29, -8]
stur x1, [x29, -16]
mov x0, 0
stur x0, [x29, -24]
ldur x0, [x29, -8]
stur x0, [x29, -32]
ldur x0, [x29, -8]
sub sp, sp, x8
stur x0, [sp, 0]
ldur x0, [x29, -16]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 8
ldur x1, [sp, 0]
add sp, sp, x8
mul x0, x1, x0
ldur x1, [sp, 0]
add sp, sp, x8
add x0, x1, x0
stur x0, [x29, -40]
mov x0, 0
stur x0, [x29, -48]
l1: ldur x0, [x29, -32]
sub sp, sp, x8
stur x0, [sp, 0]
ldur x0, [x29, -40]
ldur x1, [sp, 0]
add sp, sp, x8
cmp x1, x0
b.eq l2
ldur x0, [x29, -32]
ldur x0, [x0, 0]
stur x0, [x29, -48]
ldur x0, [x29, -24]
sub sp, sp, x8
stur x0, [sp, 0]
ldur x0, [x29, -48]
ldur x1, [sp, 0]
add sp, sp, x8
add x0, x1, x0
stur x0, [x29, -24]
ldur x0, [x29, -32]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 8
ldur x1, [sp, 0]
add sp, sp, x8
add x0, x1, x0
stur x0, [x29, -32]
b l1
l2: ldur x0, [x29, -16]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 3
ldur x1, [sp, 0]
add sp, sp, x8
cmp x1, x0
b.lt l3
ldur x0, [x29, -48]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 1
ldur x1, [sp, 0]
add sp, sp, x8
cmp x1, x0
b.eq l5
ldur x0, [x29, -48]
sub sp, sp, x8
stur x0, [sp, 0]
ldur x0, [x29, -24]
sub sp, sp, x8
stur x0, [sp, 0]
ldur x0, [x29, -48]
ldur x1, [sp, 0]
add sp, sp, x8
sub x0, x1, x0
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 2
ldur x1, [sp, 0]
add sp, sp, x8
mul x0, x1, x0
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 1
ldur x1, [sp, 0]
add sp, sp, x8
add x0, x1, x0
ldur x1, [sp, 0]
add sp, sp, x8
cmp x1, x0
b.ne l7
ldur x0, [x29, -48]
b end
l7: l5: l3: ldur x0, [x29, -24]
b end
end: add sp, x29, xzr
ldur x30, [sp, 0]
add sp, sp, x8
ldur x29, [sp, 0]
add sp, sp, x8
br x30
