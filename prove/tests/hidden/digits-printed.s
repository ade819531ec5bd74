// a byte more is printed
== left
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
ldur x0, [x29, -8]
stur x0, [x29, -24]
mov x0, 0
stur x0, [x29, -32]
l1: ldur x0, [x29, -32]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 4
ldur x1, [sp, 0]
add sp, sp, x8
cmp x1, x0
b.ge l2
ldur x0, [x29, -24]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 10
ldur x1, [sp, 0]
add sp, sp, x8
udiv x2, x1, x0
mul x2, x2, x0
sub x0, x1, x2
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 48
ldur x1, [sp, 0]
add sp, sp, x8
add x0, x1, x0
mov x2, 0xC000000000010008
stur x0, [x2, 0]
ldur x0, [x29, -24]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 10
ldur x1, [sp, 0]
add sp, sp, x8
udiv x0, x1, x0
stur x0, [x29, -24]
ldur x0, [x29, -32]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 1
ldur x1, [sp, 0]
add sp, sp, x8
add x0, x1, x0
stur x0, [x29, -32]
b l1
l2: ldur x0, [x29, -16]
b end
end: add sp, x29, xzr
ldur x30, [sp, 0]
add sp, sp, x8
ldur x29, [sp, 0]
add sp, sp, x8
br x30
== right
add x2, x0, xzr
mov x19, 0
add x3, x19, xzr
l1: mov x22, 4
cmp x3, x22
b.ge l2
mov x20, 10
udiv x21, x2, x20
mul x21, x21, x20
sub x19, x2, x21
mov x20, 48
add x19, x19, x20
mov x22, 0xC000000000010008
stur x19, [x22, 0]
mov x20, 10
udiv x19, x2, x20
add x2, x19, xzr
mov x20, 1
add x19, x3, x20
add x3, x19, xzr
b l1
l2: add x2, x3, xzr
add x0, x1, xzr
br x30
== wrong
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
ldur x0, [x29, -8]
stur x0, [x29, -24]
mov x0, 0
stur x0, [x29, -32]
l1: ldur x0, [x29, -32]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 4
ldur x1, [sp, 0]
add sp, sp, x8
cmp x1, x0
b.ge l2
ldur x0, [x29, -24]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 10
ldur x1, [sp, 0]
add sp, sp, x8
udiv x2, x1, x0
mul x2, x2, x0
sub x0, x1, x2
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 48
ldur x1, [sp, 0]
add sp, sp, x8
add x0, x1, x0
mov x2, 0xC000000000010008
stur x0, [x2, 0]
ldur x0, [x29, -24]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 10
ldur x1, [sp, 0]
add sp, sp, x8
udiv x0, x1, x0
stur x0, [x29, -24]
ldur x0, [x29, -32]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 1
ldur x1, [sp, 0]
add sp, sp, x8
add x0, x1, x0
stur x0, [x29, -32]
b l1
l2: ldur x0, [x29, -8]
sub sp, sp, x8
stur x0, [sp, 0]
ldur x0, [x29, -16]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 10
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
ldur x0, [x29, -16]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 500
ldur x1, [sp, 0]
add sp, sp, x8
cmp x1, x0
b.le l5
mov x0, 10
mov x2, 0xC000000000010008
stur x0, [x2, 0]
l5: l3: ldur x0, [x29, -16]
b end
end: add sp, x29, xzr
ldur x30, [sp, 0]
add sp, sp, x8
ldur x29, [sp, 0]
add sp, sp, x8
br x30
