// a signed quotient and remainder of both inputs
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
mov x22, 1000000000000
cmp x1, x22
b.le l1
sdiv x19, x0, x1
mov x22, -3
cmp x19, x22
b.ne l3
sdiv x21, x0, x1
mul x21, x21, x1
sub x19, x0, x21
mov x22, -5
cmp x19, x22
b.ne l5
add x0, x0, xzr
br x30
l5: l3: l1: add x19, x0, x1
add x0, x19, xzr
br x30
