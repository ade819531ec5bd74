// a signed quotient near the least number
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
ldur x0, [x29, -16]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 1
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
mov x20, -1
sub x19, x1, x20
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
mov x0, 1000
ldur x1, [sp, 0]
add sp, sp, x8
sdiv x0, x1, x0
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, -9223372036854770
ldur x1, [sp, 0]
add sp, sp, x8
cmp x1, x0
b.ne l1
ldur x0, [x29, -8]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 1000
ldur x1, [sp, 0]
add sp, sp, x8
sdiv x2, x1, x0
mul x2, x2, x0
sub x0, x1, x2
sub sp, sp, x8
stur x0, [sp, 0]
ldur x0, [x29, -16]
ldur x1, [sp, 0]
add sp, sp, x8
add x0, x1, x0
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, -8
ldur x1, [sp, 0]
add sp, sp, x8
cmp x1, x0
b.ne l3
mov x0, 0
b end
l3: l1: ldur x0, [x29, -16]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 1
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
