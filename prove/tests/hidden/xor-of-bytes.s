// exclusive or of the low bytes, bit by bit
== left
mov x8, 8
sub sp, sp, x8
stur x29, [sp, 0]
sub sp, sp, x8
stur x30, [sp, 0]
add x29, sp, xzr
mov x2, 56
sub sp, sp, x2
stur x0, [x29, -8]
stur x1, [x29, -16]
mov x0, 0
stur x0, [x29, -24]
mov x0, 1
stur x0, [x29, -32]
ldur x0, [x29, -8]
stur x0, [x29, -40]
ldur x0, [x29, -16]
stur x0, [x29, -48]
l1: ldur x0, [x29, -32]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 256
ldur x1, [sp, 0]
add sp, sp, x8
cmp x1, x0
b.ge l2
ldur x0, [x29, -40]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 2
ldur x1, [sp, 0]
add sp, sp, x8
udiv x2, x1, x0
mul x2, x2, x0
sub x0, x1, x2
sub sp, sp, x8
stur x0, [sp, 0]
ldur x0, [x29, -48]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 2
ldur x1, [sp, 0]
add sp, sp, x8
udiv x2, x1, x0
mul x2, x2, x0
sub x0, x1, x2
ldur x1, [sp, 0]
add sp, sp, x8
sub x0, x1, x0
stur x0, [x29, -56]
ldur x0, [x29, -24]
sub sp, sp, x8
stur x0, [sp, 0]
ldur x0, [x29, -56]
sub sp, sp, x8
stur x0, [sp, 0]
ldur x0, [x29, -56]
ldur x1, [sp, 0]
add sp, sp, x8
mul x0, x1, x0
sub sp, sp, x8
stur x0, [sp, 0]
ldur x0, [x29, -32]
ldur x1, [sp, 0]
add sp, sp, x8
mul x0, x1, x0
ldur x1, [sp, 0]
add sp, sp, x8
add x0, x1, x0
stur x0, [x29, -24]
ldur x0, [x29, -40]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 2
ldur x1, [sp, 0]
add sp, sp, x8
udiv x0, x1, x0
stur x0, [x29, -40]
ldur x0, [x29, -48]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 2
ldur x1, [sp, 0]
add sp, sp, x8
udiv x0, x1, x0
stur x0, [x29, -48]
ldur x0, [x29, -32]
sub sp, sp, x8
stur x0, [sp, 0]
ldur x0, [x29, -32]
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
mov x19, 1
add x3, x19, xzr
add x4, x0, xzr
add x5, x1, xzr
l1: mov x22, 256
cmp x3, x22
b.ge l2
mov x20, 2
udiv x21, x4, x20
mul x21, x21, x20
sub x19, x4, x21
mov x21, 2
udiv x22, x5, x21
mul x22, x22, x21
sub x20, x5, x22
sub x19, x19, x20
add x6, x19, xzr
mul x20, x6, x6
mul x20, x20, x3
add x19, x2, x20
add x2, x19, xzr
mov x20, 2
udiv x19, x4, x20
add x4, x19, xzr
mov x20, 2
udiv x19, x5, x20
add x5, x19, xzr
add x19, x3, x3
add x3, x19, xzr
b l1
l2: add x19, x2, x0
sub x19, x19, x0
add x0, x19, xzr
br x30
== wrong
mov x8, 8
sub sp, sp, x8
stur x29, [sp, 0]
sub sp, sp, x8
stur x30, [sp, 0]
add x29, sp, xzr
mov x2, 56
sub sp, sp, x2
stur x0, [x29, -8]
stur x1, [x29, -16]
mov x0, 0
stur x0, [x29, -24]
mov x0, 1
stur x0, [x29, -32]
ldur x0, [x29, -8]
stur x0, [x29, -40]
ldur x0, [x29, -16]
stur x0, [x29, -48]
l1: ldur x0, [x29, -32]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 256
ldur x1, [sp, 0]
add sp, sp, x8
cmp x1, x0
b.ge l2
ldur x0, [x29, -40]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 2
ldur x1, [sp, 0]
add sp, sp, x8
udiv x2, x1, x0
mul x2, x2, x0
sub x0, x1, x2
sub sp, sp, x8
stur x0, [sp, 0]
ldur x0, [x29, -48]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 2
ldur x1, [sp, 0]
add sp, sp, x8
udiv x2, x1, x0
mul x2, x2, x0
sub x0, x1, x2
ldur x1, [sp, 0]
add sp, sp, x8
sub x0, x1, x0
stur x0, [x29, -56]
ldur x0, [x29, -24]
sub sp, sp, x8
stur x0, [sp, 0]
ldur x0, [x29, -56]
sub sp, sp, x8
stur x0, [sp, 0]
ldur x0, [x29, -56]
ldur x1, [sp, 0]
add sp, sp, x8
mul x0, x1, x0
sub sp, sp, x8
stur x0, [sp, 0]
ldur x0, [x29, -32]
ldur x1, [sp, 0]
add sp, sp, x8
mul x0, x1, x0
ldur x1, [sp, 0]
add sp, sp, x8
add x0, x1, x0
stur x0, [x29, -24]
ldur x0, [x29, -40]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 2
ldur x1, [sp, 0]
add sp, sp, x8
udiv x0, x1, x0
stur x0, [x29, -40]
ldur x0, [x29, -48]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 2
ldur x1, [sp, 0]
add sp, sp, x8
udiv x0, x1, x0
stur x0, [x29, -48]
ldur x0, [x29, -32]
sub sp, sp, x8
stur x0, [sp, 0]
ldur x0, [x29, -32]
ldur x1, [sp, 0]
add sp, sp, x8
add x0, x1, x0
stur x0, [x29, -32]
b l1
l2: ldur x0, [x29, -24]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 5
ldur x1, [sp, 0]
add sp, sp, x8
mul x0, x1, x0
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 7
ldur x1, [sp, 0]
add sp, sp, x8
add x0, x1, x0
sub sp, sp, x8
stur x0, [sp, 0]
ldur x0, [x29, -16]
ldur x1, [sp, 0]
add sp, sp, x8
sub x0, x1, x0
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, -123456
ldur x1, [sp, 0]
add sp, sp, x8
cmp x1, x0
b.ne l3
ldur x0, [x29, -16]
b end
l3: ldur x0, [x29, -24]
b end
end: add sp, x29, xzr
ldur x30, [sp, 0]
add sp, sp, x8
ldur x29, [sp, 0]
add sp, sp, x8
br x30
