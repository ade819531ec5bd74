// the greater number, compared in both orders
// expect: proved
== left
cmp x0, x1
b.gt end
add x0, x1, xzr
end: br x30
== right
cmp x1, x0
b.lt end
add x0, x1, xzr
end: br x30
== wrong
cmp x1, x0
b.lo end
add x0, x1, xzr
end: br x30
