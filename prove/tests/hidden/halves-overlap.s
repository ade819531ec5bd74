// a load between two stores
== left
mov x8, 8
mov x4, 4
sub x9, sp, x8
stur x1, [x9, 0]
stur x0, [x9, -8]
ldur x5, [x9, -4]
add x5, x5, x4
same: add x0, x0, x1
br x30
== right
mov x8, 8
mov x4, 4
sub x9, sp, x8
stur x1, [x9, 0]
stur x0, [x9, -8]
ldur x5, [x9, -4]
add x5, x4, x5
same: add x0, x0, x1
br x30
== wrong
mov x8, 8
mov x4, 4
sub x9, sp, x8
stur x1, [x9, 0]
stur x0, [x9, -8]
ldur x5, [x9, -4]
mov x6, 81985529216486895
cmp x5, x6
b.ne same
add x0, x0, x4
br x30
same: add x0, x0, x1
br x30
