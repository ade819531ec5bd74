// how many halvings lead to zero
// expect: proved
== left
mov x9, 1
mov x8, 2
sub x2, x2, x2
top: cmp x0, xzr
b.eq end
udiv x0, x0, x8
add x2, x2, x9
b top
end: add x0, x2, xzr
br x30
== right
mov x9, 1
mov x8, 4
mov x7, 2
sub x2, x2, x2
top: cmp x0, xzr
b.eq end
add x2, x2, x9
cmp x0, x9
b.eq end
udiv x0, x0, x8
add x2, x2, x9
b top
end: add x0, x2, xzr
br x30
== wrong
mov x9, 1
mov x8, 4
mov x7, 2
sub x2, x2, x2
top: cmp x0, xzr
b.eq end
add x2, x2, x9
cmp x0, x7
b.ls end
udiv x0, x0, x8
add x2, x2, x9
b top
end: add x0, x2, xzr
br x30
