// the sum of an array, the rounds counted down
// expect: proved
// array: 64
== left
mov x8, 8
sub x2, x2, x2
mul x3, x1, x8
add x3, x0, x3
top: cmp x0, x3
b.eq end
ldur x4, [x0, 0]
add x0, x0, x8
add x2, x2, x4
b top
end: add x0, x2, xzr
br x30
== right
mov x8, 8
mov x9, 1
sub x2, x2, x2
top: cmp x1, xzr
b.eq end
ldur x4, [x0, 0]
add x2, x2, x4
add x0, x0, x8
sub x1, x1, x9
b top
end: add x0, x2, xzr
br x30
== wrong
mov x8, 8
mov x9, 1
sub x2, x2, x2
top: cmp x1, x9
b.ls end
ldur x4, [x0, 0]
add x2, x2, x4
add x0, x0, x8
sub x1, x1, x9
b top
end: add x0, x2, xzr
br x30
