// umulh = smulh + (a<0 ? b : 0) + (b<0 ? a : 0)
// expect: proved
== left
umulh x0, x0, x1
br x30
== right
smulh x2, x0, x1
cmp x0, xzr
b.ge a
add x2, x2, x1
a: cmp x1, xzr
b.ge c
add x2, x2, x0
c: add x0, x2, xzr
br x30
