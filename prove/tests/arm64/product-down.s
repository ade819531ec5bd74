// repeated addition until zero against a product
// expect: proved
== left
mov x9, 1
sub x2, x2, x2
top: cmp x0, xzr
b.eq end
add x2, x2, x1
sub x0, x0, x9
b top
end: add x0, x2, xzr
br x30
== right
mul x0, x1, x0
br x30
== wrong
mul x0, x1, x1
br x30
