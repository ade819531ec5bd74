// a power by products against one by squares
// expect: open
== left
mov x9, 1
add x2, x9, xzr
top: cmp x1, xzr
b.eq end
mul x2, x0, x2
sub x1, x1, x9
b top
end: add x0, x2, xzr
br x30
== right
mov x9, 1
mov x8, 2
add x2, x9, xzr
top: cmp x1, xzr
b.eq end
udiv x3, x1, x8
add x4, x3, x3
cmp x4, x1
b.eq even
mul x2, x2, x0
even: mul x0, x0, x0
add x1, x3, xzr
b top
end: add x0, x2, xzr
br x30
== wrong
mov x9, 1
mov x8, 2
add x2, x9, xzr
top: cmp x1, xzr
b.eq end
udiv x3, x1, x8
add x4, x3, x3
cmp x4, x1
b.eq even
mul x2, x2, x2
even: mul x0, x0, x0
add x1, x3, xzr
b top
end: add x0, x2, xzr
br x30
