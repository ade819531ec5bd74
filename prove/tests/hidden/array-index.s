// an index that is an element
// array: 5
== left
mov x22, 3
cmp x1, x22
b.lt l1
mov x20, 0
mov x21, 8
mul x20, x20, x21
add x19, x0, x20
ldur x19, [x19, 0]
add x2, x19, xzr
cmp x2, x1
b.hs l3
mov x21, 8
mul x20, x2, x21
add x19, x0, x20
ldur x19, [x19, 0]
add x0, x19, xzr
br x30
l3: l1: mov x19, 0
add x0, x19, xzr
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
ldur x0, [x29, -16]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 3
ldur x1, [sp, 0]
add sp, sp, x8
cmp x1, x0
b.ge l1
mov x0, 0
b end
l1: ldur x0, [x29, -8]
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
stur x0, [x29, -24]
ldur x0, [x29, -24]
sub sp, sp, x8
stur x0, [sp, 0]
ldur x0, [x29, -16]
ldur x1, [sp, 0]
add sp, sp, x8
cmp x1, x0
b.lo l3
mov x0, 0
b end
l3: ldur x0, [x29, -8]
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
ldur x0, [x29, -16]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 3
ldur x1, [sp, 0]
add sp, sp, x8
cmp x1, x0
b.lt l1
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
stur x0, [x29, -24]
ldur x0, [x29, -24]
sub sp, sp, x8
stur x0, [sp, 0]
ldur x0, [x29, -16]
ldur x1, [sp, 0]
add sp, sp, x8
cmp x1, x0
b.hs l3
ldur x0, [x29, -24]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 1
ldur x1, [sp, 0]
add sp, sp, x8
cmp x1, x0
b.ls l5
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
mov x0, 777777
ldur x1, [sp, 0]
add sp, sp, x8
cmp x1, x0
b.ne l7
ldur x0, [x29, -16]
b end
l7: l5: ldur x0, [x29, -8]
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
b end
l3: l1: mov x0, 0
b end
end: add sp, x29, xzr
ldur x30, [sp, 0]
add sp, sp, x8
ldur x29, [sp, 0]
add sp, sp, x8
br x30
