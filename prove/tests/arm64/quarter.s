// two divisions by two against one by four
// expect: proved
== left
mov x9, 2
udiv x0, x0, x9
udiv x0, x0, x9
br x30
== right
mov x9, 4
udiv x0, x0, x9
br x30
== wrong
mov x9, 3
udiv x0, x0, x9
br x30
