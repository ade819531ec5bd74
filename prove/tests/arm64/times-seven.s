// a product with seven by three doublings
// expect: proved
== left
mov x9, 7
mul x0, x9, x0
br x30
== right
add x1, x0, x0
add x1, x1, x1
add x1, x1, x1
sub x0, x1, x0
br x30
== wrong
add x1, x0, x0
add x1, x1, x1
add x1, x1, x1
sub x0, x1, xzr
br x30
