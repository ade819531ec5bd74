// rounds counted up against down, unsigned guards
// expect: proved
== left
mov x9, 1
sub x2, x2, x2
sub x3, x3, x3
top: cmp x3, x0
b.hs end
add x2, x2, x1
add x3, x3, x9
b top
end: add x0, x2, xzr
br x30
== right
mov x9, 1
sub x2, x2, x2
top: cmp x0, xzr
b.ls end
add x2, x2, x1
sub x0, x0, x9
b top
end: add x0, x2, xzr
br x30
== wrong
mov x9, 1
sub x2, x2, x2
top: cmp x0, xzr
b.le end
add x2, x2, x1
sub x0, x0, x9
b top
end: add x0, x2, xzr
br x30
