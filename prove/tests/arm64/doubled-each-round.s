// doublings counted up against down
// expect: proved
== left
mov x9, 1
sub x3, x3, x3
top: cmp x3, x1
b.hs end
add x0, x0, x0
add x3, x3, x9
b top
end: br x30
== right
mov x9, 1
top: cmp x1, xzr
b.eq end
add x0, x0, x0
sub x1, x1, x9
b top
end: br x30
== wrong
mov x9, 1
top: cmp x1, x9
b.ls end
add x0, x0, x0
sub x1, x1, x9
b top
end: br x30
