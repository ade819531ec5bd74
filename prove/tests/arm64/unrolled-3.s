// 3 rounds at once, then the rest
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
mov x9, 1
mov x10, 2
sub x2, x2, x2
long: cmp x0, x10
b.ls top
add x2, x2, x1
sub x0, x0, x9
add x2, x2, x1
sub x0, x0, x9
add x2, x2, x1
sub x0, x0, x9
b long
top: cmp x0, xzr
b.eq end
add x2, x2, x1
sub x0, x0, x9
b top
end: add x0, x2, xzr
br x30
== wrong
mov x9, 1
mov x10, 2
sub x2, x2, x2
long: cmp x0, x10
b.ls top
add x2, x2, x1
sub x0, x0, x9
add x2, x2, x1
sub x0, x0, x9
add x2, x2, x9
sub x0, x0, x9
b long
top: cmp x0, xzr
b.eq end
add x2, x2, x1
sub x0, x0, x9
b top
end: add x0, x2, xzr
br x30
