// walks-out-of-memory, right
sub x2, x2, x2
cmp x0, x1
b.ne end
udiv x0, x0, x2
end: br x30
