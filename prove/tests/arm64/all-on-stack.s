// a counter and a sum in a frame, as compilers have them
// expect: proved
== left
mov x9, 1
sub x2, x2, x2
sub x3, x3, x3
top: cmp x3, x0
b.ge end
add x2, x2, x1
add x3, x3, x9
b top
end: add x0, x2, xzr
br x30
== right
mov x8, 8
sub sp, sp, x8
stur x0, [sp, 0]
sub sp, sp, x8
stur x1, [sp, 0]
add x29, sp, xzr
sub x0, x0, x0
sub sp, sp, x8
stur x0, [sp, 0]
sub sp, sp, x8
stur x0, [sp, 0]
top: ldur x1, [x29, -16]
ldur x0, [x29, 8]
cmp x1, x0
b.ge end
ldur x1, [x29, -8]
ldur x0, [x29, 0]
add x0, x1, x0
stur x0, [x29, -8]
ldur x1, [x29, -16]
mov x0, 1
add x0, x1, x0
stur x0, [x29, -16]
b top
end: ldur x0, [x29, -8]
br x30
== wrong
mov x8, 8
sub sp, sp, x8
stur x0, [sp, 0]
sub sp, sp, x8
stur x1, [sp, 0]
add x29, sp, xzr
sub x0, x0, x0
sub sp, sp, x8
stur x0, [sp, 0]
sub sp, sp, x8
stur x0, [sp, 0]
top: ldur x1, [x29, -16]
ldur x0, [x29, 8]
cmp x1, x0
b.ge end
ldur x1, [x29, -8]
ldur x0, [x29, 8]
add x0, x1, x0
stur x0, [x29, -8]
ldur x1, [x29, -16]
mov x0, 1
add x0, x1, x0
stur x0, [x29, -16]
b top
end: ldur x0, [x29, -8]
br x30
