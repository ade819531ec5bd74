// a remainder by a product and by a guard
// expect: proved
== left
udiv x2, x0, x1
mul x2, x2, x1
sub x0, x0, x2
br x30
== right
udiv x2, x0, x1
cmp x0, x1
b.lo end
mul x2, x2, x1
sub x0, x0, x2
end: br x30
== wrong
udiv x2, x0, x1
cmp x0, x1
b.ls end
mul x2, x2, x1
sub x0, x0, x2
end: br x30
