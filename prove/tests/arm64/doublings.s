// a product with 2^20 by a loop of doublings
// expect: proved
== left
mov x9, 1048576
mul x0, x0, x9
br x30
== right
mov x9, 1
mov x3, 20
top: cmp x3, xzr
b.eq end
add x0, x0, x0
sub x3, x3, x9
b top
end: br x30
== wrong
mov x9, 1
mov x3, 21
top: cmp x3, xzr
b.eq end
add x0, x0, x0
sub x3, x3, x9
b top
end: br x30
