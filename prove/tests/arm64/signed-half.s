// half of a word that is not negative
// expect: proved
== left
cmp x0, xzr
b.lt end
mov x9, 2
sdiv x0, x0, x9
end: br x30
== right
cmp x0, xzr
b.lt end
mov x9, 2
udiv x0, x0, x9
end: br x30
== wrong
mov x9, 2
udiv x0, x0, x9
end: br x30
