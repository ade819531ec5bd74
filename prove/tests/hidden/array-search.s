// the place of an element that is computed from the first
// array: 6
== left
mov x8, 8
sub sp, sp, x8
stur x29, [sp, 0]
sub sp, sp, x8
stur x30, [sp, 0]
add x29, sp, xzr
mov x2, 24
sub sp, sp, x2
stur x0, [x29, -8]
stur x1, [x29, -16]
mov x0, 1
stur x0, [x29, -24]
l1: ldur x0, [x29, -24]
sub sp, sp, x8
stur x0, [sp, 0]
ldur x0, [x29, -16]
ldur x1, [sp, 0]
add sp, sp, x8
cmp x1, x0
b.ge l2
ldur x0, [x29, -8]
sub sp, sp, x8
stur x0, [sp, 0]
ldur x0, [x29, -24]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 8
ldur x1, [sp, 0]
add sp, sp, x8
mul x0, x1, x0
ldur x1, [sp, 0]
add sp, sp, x8
add x0, x1, x0
ldur x0, [x0, 0]
sub sp, sp, x8
stur x0, [sp, 0]
ldur x0, [x29, -8]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 0
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 8
ldur x1, [sp, 0]
add sp, sp, x8
mul x0, x1, x0
ldur x1, [sp, 0]
add sp, sp, x8
add x0, x1, x0
ldur x0, [x0, 0]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 2
ldur x1, [sp, 0]
add sp, sp, x8
mul x0, x1, x0
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 3
ldur x1, [sp, 0]
add sp, sp, x8
add x0, x1, x0
ldur x1, [sp, 0]
add sp, sp, x8
cmp x1, x0
b.ne l3
ldur x0, [x29, -24]
b end
l3: ldur x0, [x29, -24]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 1
ldur x1, [sp, 0]
add sp, sp, x8
add x0, x1, x0
stur x0, [x29, -24]
b l1
l2: mov x0, -1
b end
end: add sp, x29, xzr
ldur x30, [sp, 0]
add sp, sp, x8
ldur x29, [sp, 0]
add sp, sp, x8
br x30
== right
mov x19, 1
add x2, x19, xzr
l1: cmp x2, x1
b.ge l2
mov x21, 8
mul x20, x2, x21
add x19, x0, x20
ldur x19, [x19, 0]
mov x23, 0
mov x24, 8
mul x23, x23, x24
add x22, x0, x23
ldur x22, [x22, 0]
mov x23, 2
mul x22, x22, x23
mov x23, 3
add x22, x22, x23
cmp x19, x22
b.ne l3
mov x20, 0
sub x19, x2, x20
add x0, x19, xzr
br x30
l3: mov x20, 1
add x19, x2, x20
add x2, x19, xzr
b l1
l2: mov x19, -1
add x0, x19, xzr
br x30
== wrong
mov x19, 1
add x2, x19, xzr
l1: cmp x2, x1
b.ge l2
mov x21, 8
mul x20, x2, x21
add x19, x0, x20
ldur x19, [x19, 0]
mov x23, 0
mov x24, 8
mul x23, x23, x24
add x22, x0, x23
ldur x22, [x22, 0]
mov x23, 2
mul x22, x22, x23
mov x23, 3
add x22, x22, x23
cmp x19, x22
b.ne l3
mov x22, 3
cmp x2, x22
b.ne l5
mov x22, 5
cmp x1, x22
b.lt l7
mov x19, 0
add x0, x19, xzr
br x30
l7: l5: add x0, x2, xzr
br x30
l3: mov x20, 1
add x19, x2, x20
add x2, x19, xzr
b l1
l2: mov x19, -1
add x0, x19, xzr
br x30
