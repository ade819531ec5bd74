// the later store wins where they overlap
// expect: differ
== left
stur x0, [sp, -16]
stur x1, [sp, -12]
ldur x0, [sp, -12]
br x30
== right
stur x1, [sp, -12]
stur x0, [sp, -16]
ldur x0, [sp, -12]
br x30
