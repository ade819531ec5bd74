// a sum of squares, up against down
// expect: proved
== left
mov x9, 1
sub x2, x2, x2
sub x3, x3, x3
top: cmp x3, x0
b.hs end
add x4, x3, x9
mul x4, x4, x4
add x2, x2, x4
add x3, x3, x9
b top
end: add x0, x2, xzr
br x30
== right
mov x9, 1
sub x2, x2, x2
top: cmp x0, xzr
b.eq end
mul x4, x0, x0
add x2, x2, x4
sub x0, x0, x9
b top
end: add x0, x2, xzr
br x30
== wrong
mov x9, 1
sub x2, x2, x2
top: cmp x0, xzr
b.eq end
mul x4, x0, x0
add x2, x2, x4
add x2, x2, x9
sub x0, x0, x9
b top
end: add x0, x2, xzr
br x30
