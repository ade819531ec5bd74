// the greatest element by a pointer against an index
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
cmp x4, x2
b.le next
add x2, x4, xzr
next: add x2, x2, xzr
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
cmp x4, x2
b.le next
add x2, x4, xzr
next: add x2, x2, xzr
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
cmp x4, x2
b.ls next
add x2, x4, xzr
next: add x2, x2, xzr
add x5, x5, x9
b top
end: add x0, x2, xzr
br x30
