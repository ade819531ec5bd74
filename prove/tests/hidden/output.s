// a byte that is printed
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
mov x0, 31
ldur x1, [sp, 0]
add sp, sp, x8
mul x0, x1, x0
sub sp, sp, x8
stur x0, [sp, 0]
ldur x0, [x29, -16]
ldur x1, [sp, 0]
add sp, sp, x8
add x0, x1, x0
mov x2, 0xC000000000010008
stur x0, [x2, 0]
ldur x0, [x29, -16]
mov x2, 0xC000000000010008
stur x0, [x2, 0]
ldur x0, [x29, -16]
b end
end: add sp, x29, xzr
ldur x30, [sp, 0]
add sp, sp, x8
ldur x29, [sp, 0]
add sp, sp, x8
br x30
== right
mov x20, 31
mul x19, x0, x20
add x19, x19, x1
mov x22, 0xC000000000010008
stur x19, [x22, 0]
add x19, x0, x1
sub x19, x19, x0
mov x22, 0xC000000000010008
stur x19, [x22, 0]
add x0, x1, xzr
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
mov x0, 5
ldur x1, [sp, 0]
add sp, sp, x8
mul x0, x1, x0
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 3
sub sp, sp, x8
stur x0, [sp, 0]
ldur x0, [x29, -16]
ldur x1, [sp, 0]
add sp, sp, x8
mul x0, x1, x0
ldur x1, [sp, 0]
add sp, sp, x8
sub x0, x1, x0
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 424242
ldur x1, [sp, 0]
add sp, sp, x8
cmp x1, x0
b.ne l1
ldur x0, [x29, -8]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 31
ldur x1, [sp, 0]
add sp, sp, x8
mul x0, x1, x0
sub sp, sp, x8
stur x0, [sp, 0]
ldur x0, [x29, -16]
ldur x1, [sp, 0]
add sp, sp, x8
add x0, x1, x0
mov x2, 0xC000000000010008
stur x0, [x2, 0]
ldur x0, [x29, -16]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 1
ldur x1, [sp, 0]
add sp, sp, x8
add x0, x1, x0
mov x2, 0xC000000000010008
stur x0, [x2, 0]
ldur x0, [x29, -16]
b end
l1: ldur x0, [x29, -8]
sub sp, sp, x8
stur x0, [sp, 0]
mov x0, 31
ldur x1, [sp, 0]
add sp, sp, x8
mul x0, x1, x0
sub sp, sp, x8
stur x0, [sp, 0]
ldur x0, [x29, -16]
ldur x1, [sp, 0]
add sp, sp, x8
add x0, x1, x0
mov x2, 0xC000000000010008
stur x0, [x2, 0]
ldur x0, [x29, -16]
mov x2, 0xC000000000010008
stur x0, [x2, 0]
ldur x0, [x29, -16]
b end
end: add sp, x29, xzr
ldur x30, [sp, 0]
add sp, sp, x8
ldur x29, [sp, 0]
add sp, sp, x8
br x30
