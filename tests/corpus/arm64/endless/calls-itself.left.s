// calls-itself, left
ldr x9, 8
b 12
.8byte 16
cmp x0, x1
b.ne end
sub sp, sp, x9
stur x30, [sp, 0]
ldr x2, 8
b 12
.8byte 0
blr x2
end: br x30
