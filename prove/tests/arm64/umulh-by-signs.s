// an unsigned high word from a signed one
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
== wrong
smulh x2, x0, x1
cmp x0, xzr
b.gt a
add x2, x2, x1
a: cmp x1, xzr
b.ge c
add x2, x2, x0
c: add x0, x2, xzr
br x30
