// the high word of a square, signed and unsigned
// expect: proved
== left
smulh x0, x0, x0
br x30
== right
umulh x2, x0, x0
cmp x0, xzr
b.ge a
sub x2, x2, x0
sub x2, x2, x0
a: add x0, x2, xzr
br x30
== wrong
umulh x0, x0, x0
br x30
