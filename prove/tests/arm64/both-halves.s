// stores that overlap, in either order of what is kept
// expect: proved
== left
stur x0, [sp, -8]
stur x1, [sp, -12]
ldur x2, [sp, -8]
stur x0, [sp, -8]
ldur x0, [sp, -8]
br x30
== right
br x30
== wrong
stur x0, [sp, -8]
stur x1, [sp, -12]
ldur x0, [sp, -8]
br x30
