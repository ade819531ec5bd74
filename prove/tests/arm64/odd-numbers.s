// a sum of odd numbers is a square
// expect: proved
== left
mov x9, 1
sub x2, x2, x2
sub x3, x3, x3
top: cmp x3, x0
b.hs end
add x2, x2, x3
add x2, x2, x3
add x2, x2, x9
add x3, x3, x9
b top
end: add x0, x2, xzr
br x30
== right
mul x0, x0, x0
br x30
== wrong
mul x1, x0, x0
add x0, x1, x0
br x30
