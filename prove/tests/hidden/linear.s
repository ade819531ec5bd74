// one equation: 3 x0 = 37035
== left
add x19, x0, x1
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
ldur x0, [x29, -8]
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
== wrong
mov x20, 3
mul x19, x0, x20
mov x22, 37035
cmp x19, x22
b.ne l1
add x19, x0, x1
mov x20, 1
add x19, x19, x20
add x0, x19, xzr
br x30
l1: add x19, x0, x1
add x0, x19, xzr
br x30
