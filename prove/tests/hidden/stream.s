// a product with a byte of the input
// stream: 65 66
== left
mov x19, 0xC000000000010000
ldur x19, [x19, 0]
add x2, x19, xzr
mov x19, 0xC000000000010000
ldur x19, [x19, 0]
add x3, x19, xzr
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
mov x2, 32
sub sp, sp, x2
stur x0, [x29, -8]
stur x1, [x29, -16]
mov x0, 0xC000000000010000
ldur x0, [x0, 0]
stur x0, [x29, -24]
mov x0, 0xC000000000010000
ldur x0, [x0, 0]
stur x0, [x29, -32]
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
mov x19, 0xC000000000010000
ldur x19, [x19, 0]
add x2, x19, xzr
mov x19, 0xC000000000010000
ldur x19, [x19, 0]
add x3, x19, xzr
mul x19, x0, x2
mul x20, x1, x3
sub x19, x19, x20
mov x22, 31337
cmp x19, x22
b.ne l1
add x0, x2, xzr
br x30
l1: add x19, x0, x1
add x0, x19, xzr
br x30
