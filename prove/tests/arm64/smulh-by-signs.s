// a signed high word from an unsigned one
// expect: proved
== left
smulh x0, x0, x1
br x30
== right
umulh x2, x0, x1
cmp x0, xzr
b.ge a
sub x2, x2, x1
a: cmp x1, xzr
b.ge c
sub x2, x2, x0
c: add x0, x2, xzr
br x30
== wrong
umulh x2, x0, x1
cmp x0, xzr
b.ge a
sub x2, x2, x1
b c
a: cmp x1, xzr
b.ge c
sub x2, x2, x0
c: add x0, x2, xzr
br x30
