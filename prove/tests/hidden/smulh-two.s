// the high word of a signed product of both inputs
== left
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
ldur x0, [x29, -8]
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
add x19, x1, x0
add x0, x19, xzr
br x30
== wrong
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
ldur x0, [x29, -8]
sub sp, sp, x8
stur x0, [sp, 0]
ldur x0, [x29, -16]
ldur x1, [sp, 0]
add sp, sp, x8
smulh x0, x1, x0
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, -777
ldur x1, [sp, 0]
add sp, sp, x8
cmp x1, x0
b.ne l1
ldur x0, [x29, -8]
sub sp, sp, x8
stur x0, [sp, 0]
ldur x0, [x29, -16]
ldur x1, [sp, 0]
add sp, sp, x8
sub x0, x1, x0
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 8070450532247928833
ldur x1, [sp, 0]
add sp, sp, x8
cmp x1, x0
b.ne l3
ldur x0, [x29, -8]
b end
l3: l1: ldur x0, [x29, -8]
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
