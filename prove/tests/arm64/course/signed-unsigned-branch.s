// signed against unsigned less than
// expect: differ
== left
cmp x0, x1
b.lt end
add x0, x1, xzr
end: br x30
== right
cmp x0, x1
b.lo end
add x0, x1, xzr
end: br x30
