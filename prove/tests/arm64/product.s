// repeated addition against a product
// expect: proved
== left
mov x9, 1
sub x2, x2, x2
sub x3, x3, x3
top: cmp x3, x0
b.hs end
add x2, x2, x1
add x3, x3, x9
b top
end: add x0, x2, xzr
br x30
== right
mul x0, x0, x1
br x30
== wrong
mul x0, x0, x1
mov x9, 0
add x0, x0, x9
cmp x1, x9
b.ne end
mov x0, 1
end: br x30
