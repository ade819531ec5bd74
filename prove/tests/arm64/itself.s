// a word divided by itself
// expect: proved
== left
udiv x0, x0, x0
br x30
== right
cmp x0, xzr
b.ne one
sdiv x0, x0, x0
one: mov x0, 1
br x30
== wrong
cmp x0, xzr
b.ne one
br x30
one: mov x0, 1
br x30
