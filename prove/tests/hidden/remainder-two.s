// quotient and remainder of both inputs
== left
mov x22, 0
cmp x1, x22
b.ne l1
add x0, x0, xzr
br x30
l1: udiv x19, x0, x1
add x0, x19, xzr
br x30
== right
mov x8, 8
sub sp, sp, x8
stur x29, [sp, 0]
sub sp, sp, x8
stur x30, [sp, 0]
add x29, sp, xzr
mov x2, 16
sub sp, sp, x2
stur x0, [x29, -8]
stur x1, [x29, -16]
ldur x0, [x29, -16]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 0
ldur x1, [sp, 0]
add sp, sp, x8
cmp x1, x0
b.eq l1
ldur x0, [x29, -8]
sub sp, sp, x8
stur x0, [sp, 0]
ldur x0, [x29, -16]
ldur x1, [sp, 0]
add sp, sp, x8
udiv x0, x1, x0
b end
l1: ldur x0, [x29, -8]
b end
end: add sp, x29, xzr
ldur x30, [sp, 0]
add sp, sp, x8
ldur x29, [sp, 0]
add sp, sp, x8
br x30
== wrong
mov x22, 0
cmp x1, x22
b.ne l1
add x0, x0, xzr
br x30
l1: mov x22, 100000
cmp x1, x22
b.ls l3
udiv x21, x0, x1
mul x21, x21, x1
sub x19, x0, x21
mov x22, 77
cmp x19, x22
b.ne l5
udiv x19, x0, x1
mov x22, 5
cmp x19, x22
b.ne l7
mov x19, 6
add x0, x19, xzr
br x30
l7: l5: l3: udiv x19, x0, x1
add x0, x19, xzr
br x30
