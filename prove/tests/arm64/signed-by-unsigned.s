// a signed order as an unsigned one of moved words
// expect: proved
== left
cmp x0, x1
b.lt end
add x0, x1, xzr
end: br x30
== right
mov x9, 0x8000000000000000
add x2, x0, x9
add x3, x1, x9
cmp x2, x3
b.lo end
add x0, x1, xzr
end: br x30
== wrong
mov x9, 0x8000000000000001
add x2, x0, x9
add x3, x1, x9
cmp x2, x3
b.lo end
add x0, x1, xzr
end: br x30
