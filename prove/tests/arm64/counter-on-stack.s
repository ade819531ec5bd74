// a counter in a register against one on the stack
// expect: proved
== left
mov x9, 1
sub x2, x2, x2
top: cmp x0, xzr
b.eq end
add x2, x2, x1
sub x0, x0, x9
b top
end: add x0, x2, xzr
br x30
== right
mov x8, 8
mov x9, 1
sub x2, x2, x2
sub sp, sp, x8
stur x0, [sp, 0]
top: ldur x3, [sp, 0]
cmp x3, xzr
b.eq end
add x2, x2, x1
ldur x3, [sp, 0]
sub x3, x3, x9
stur x3, [sp, 0]
b top
end: add sp, sp, x8
add x0, x2, xzr
br x30
== wrong
mov x8, 8
mov x9, 1
sub x2, x2, x2
sub sp, sp, x8
stur x0, [sp, 0]
top: ldur x3, [sp, 0]
cmp x3, x9
b.eq end
add x2, x2, x1
ldur x3, [sp, 0]
sub x3, x3, x9
stur x3, [sp, 0]
b top
end: add sp, sp, x8
add x0, x2, xzr
br x30
