// a condition in one round of a loop
== left
mov x19, 0
add x2, x19, xzr
l1: mov x22, 20
cmp x2, x22
b.ge l2
mov x22, 1000
cmp x1, x22
b.le l3
mul x23, x2, x2
mul x22, x2, x23
mov x24, 7
mul x23, x1, x24
add x22, x22, x23
cmp x0, x22
b.ne l5
add x0, x2, xzr
br x30
l5: l3: mov x20, 1
add x19, x2, x20
add x2, x19, xzr
b l1
l2: add x0, x1, xzr
br x30
== right
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
mov x0, 0
stur x0, [x29, -24]
l1: ldur x0, [x29, -24]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 20
ldur x1, [sp, 0]
add sp, sp, x8
cmp x1, x0
b.ge l2
ldur x0, [x29, -16]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 1000
ldur x1, [sp, 0]
add sp, sp, x8
cmp x1, x0
b.le l3
ldur x0, [x29, -8]
sub sp, sp, x8
stur x0, [sp, 0]
ldur x0, [x29, -24]
sub sp, sp, x8
stur x0, [sp, 0]
ldur x0, [x29, -24]
sub sp, sp, x8
stur x0, [sp, 0]
ldur x0, [x29, -24]
ldur x1, [sp, 0]
add sp, sp, x8
mul x0, x1, x0
ldur x1, [sp, 0]
add sp, sp, x8
mul x0, x1, x0
sub sp, sp, x8
stur x0, [sp, 0]
ldur x0, [x29, -16]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 7
ldur x1, [sp, 0]
add sp, sp, x8
mul x0, x1, x0
ldur x1, [sp, 0]
add sp, sp, x8
add x0, x1, x0
ldur x1, [sp, 0]
add sp, sp, x8
cmp x1, x0
b.ne l5
ldur x0, [x29, -24]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 0
ldur x1, [sp, 0]
add sp, sp, x8
add x0, x1, x0
b end
l5: l3: ldur x0, [x29, -24]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 1
ldur x1, [sp, 0]
add sp, sp, x8
add x0, x1, x0
stur x0, [x29, -24]
b l1
l2: ldur x0, [x29, -16]
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
mov x2, 24
sub sp, sp, x2
stur x0, [x29, -8]
stur x1, [x29, -16]
mov x0, 0
stur x0, [x29, -24]
l1: ldur x0, [x29, -24]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 20
ldur x1, [sp, 0]
add sp, sp, x8
cmp x1, x0
b.ge l2
ldur x0, [x29, -16]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 1000
ldur x1, [sp, 0]
add sp, sp, x8
cmp x1, x0
b.le l3
ldur x0, [x29, -8]
sub sp, sp, x8
stur x0, [sp, 0]
ldur x0, [x29, -24]
sub sp, sp, x8
stur x0, [sp, 0]
ldur x0, [x29, -24]
sub sp, sp, x8
stur x0, [sp, 0]
ldur x0, [x29, -24]
ldur x1, [sp, 0]
add sp, sp, x8
mul x0, x1, x0
ldur x1, [sp, 0]
add sp, sp, x8
mul x0, x1, x0
sub sp, sp, x8
stur x0, [sp, 0]
ldur x0, [x29, -16]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 7
ldur x1, [sp, 0]
add sp, sp, x8
mul x0, x1, x0
ldur x1, [sp, 0]
add sp, sp, x8
add x0, x1, x0
ldur x1, [sp, 0]
add sp, sp, x8
cmp x1, x0
b.ne l5
ldur x0, [x29, -24]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 17
ldur x1, [sp, 0]
add sp, sp, x8
cmp x1, x0
b.ne l7
ldur x0, [x29, -16]
b end
l7: ldur x0, [x29, -24]
b end
l5: l3: ldur x0, [x29, -24]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 1
ldur x1, [sp, 0]
add sp, sp, x8
add x0, x1, x0
stur x0, [x29, -24]
b l1
l2: ldur x0, [x29, -16]
b end
end: add sp, x29, xzr
ldur x30, [sp, 0]
add sp, sp, x8
ldur x29, [sp, 0]
add sp, sp, x8
br x30
