// a sum of counters from both ends
// expect: proved
== left
mov x9, 1
sub x2, x2, x2
sub x3, x3, x3
top: cmp x3, x0
b.hs end
add x2, x2, x3
add x2, x2, x9
add x3, x3, x9
b top
end: add x0, x2, xzr
br x30
== right
mov x9, 1
sub x2, x2, x2
sub x3, x3, x3
add x4, x0, xzr
top: cmp x3, x4
b.hs end
add x3, x3, x9
add x2, x2, x3
cmp x3, x4
b.hs end
add x2, x2, x4
sub x4, x4, x9
b top
end: add x0, x2, xzr
br x30
== wrong
mov x9, 1
sub x2, x2, x2
sub x3, x3, x3
add x4, x0, xzr
top: cmp x3, x4
b.hs end
add x3, x3, x9
add x2, x2, x3
add x2, x2, x4
sub x4, x4, x9
b top
end: add x0, x2, xzr
br x30
