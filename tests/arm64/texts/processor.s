// A processor has no sp in these.
mul sp, sp, x8
udiv x0, sp, x1
stur sp, [sp, -8]
ldr sp, 8
br sp
// And it has one in these.
add sp, sp, x8
cmp sp, x8
ldur x0, [sp, -8]
br x30
