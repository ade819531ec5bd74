// a sum of squares of elements
// expect: proved
// array: 64
== left
mov x7, 1
mov x8, 8
sub x2, x2, x2
mul x3, x1, x8
add x3, x0, x3
top: cmp x0, x3
b.eq end
ldur x4, [x0, 0]
add x0, x0, x8
mul x4, x4, x4
add x2, x2, x4
b top
end: add x0, x2, xzr
br x30
== right
mov x8, 8
mov x9, 1
sub x2, x2, x2
sub x5, x5, x5
top: cmp x5, x1
b.hs end
mul x6, x5, x8
add x6, x6, x0
ldur x4, [x6, 0]
mul x6, x4, x4
add x2, x6, x2
add x5, x5, x9
b top
end: add x0, x2, xzr
br x30
== wrong
mov x8, 8
mov x9, 1
sub x2, x2, x2
sub x5, x5, x5
top: cmp x5, x1
b.hs end
mul x6, x5, x8
add x6, x6, x0
ldur x4, [x6, 0]
mul x6, x4, x2
add x2, x6, x4
add x5, x5, x9
b top
end: add x0, x2, xzr
br x30
