// a loop within a loop against a product
// expect: proved
== left
mov x9, 1
sub x2, x2, x2
sub x3, x3, x3
outer: cmp x3, x0
b.hs end
sub x4, x4, x4
inner: cmp x4, x1
b.hs next
add x2, x2, x1
add x4, x4, x9
b inner
next: add x3, x3, x9
b outer
end: add x0, x2, xzr
br x30
== right
mul x0, x0, x1
mul x0, x0, x1
br x30
== wrong
mul x0, x0, x1
mul x0, x0, x0
br x30
