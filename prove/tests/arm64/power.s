// a power by products, up against down
// expect: proved
== left
mov x9, 1
add x2, x9, xzr
sub x3, x3, x3
top: cmp x3, x1
b.hs end
mul x2, x2, x0
add x3, x3, x9
b top
end: add x0, x2, xzr
br x30
== right
mov x9, 1
add x2, x9, xzr
top: cmp x1, xzr
b.eq end
mul x2, x0, x2
sub x1, x1, x9
b top
end: add x0, x2, xzr
br x30
== wrong
mov x9, 1
add x2, x9, xzr
top: cmp x1, xzr
b.le end
mul x2, x0, x2
sub x1, x1, x9
b top
end: add x0, x2, xzr
br x30
