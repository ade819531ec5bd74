// a product with ten by additions
// expect: proved
== left
mov x9, 10
mul x0, x0, x9
br x30
== right
add x1, x0, x0
add x2, x1, x1
add x2, x2, x2
add x0, x1, x2
br x30
== wrong
add x1, x0, x0
add x2, x1, x1
add x2, x2, x2
add x0, x0, x2
br x30
