// the smaller unsigned number
// expect: proved
== left
cmp x0, x1
b.ls end
add x0, x1, xzr
end: br x30
== right
cmp x1, x0
b.hs end
add x0, x1, xzr
end: br x30
== wrong
cmp x0, x1
b.le end
add x0, x1, xzr
end: br x30
