// init: once, before the others: x1 is the length of the array behind the program, or 0.
// new: x0 words are wanted; x0 becomes the address of as many, or 0 where there is no room
// or x0 is not positive.
// delete: x0 is an address that new gave; its words can be had again.
// All other registers are kept; the flags are lost, and 64 bytes below sp.
//
// The heap begins behind the program and the array. A block is a header of 8 bytes and its
// words. The header is the block's length in bytes, negated while the block is used, so the
// blocks are a list in the order of their addresses. Where the heap begins and ends is kept
// in the last words below 0x800000, which no block gets to.
.export init
.export new
.export delete
init:
    stur x2, [sp, -8]
    stur x3, [sp, -16]
    ldr x2, 8
    b 12
    .8byte 8
    mul x2, x1, x2
    ldr x3, 8
    b 12
    .8byte heap
    add x2, x2, x3
    ldr x3, 8
    b 12
    .8byte 0x7ffff0
    stur x2, [x3, 0]                // its first block
    stur x2, [x3, 8]                // behind its last block
    ldur x2, [sp, -8]
    ldur x3, [sp, -16]
    br x30
new:
    stur x1, [sp, -8]
    stur x2, [sp, -16]
    stur x3, [sp, -24]
    stur x4, [sp, -32]
    stur x5, [sp, -40]
    stur x6, [sp, -48]
    stur x7, [sp, -56]
    stur x8, [sp, -64]
    cmp x0, xzr
    b.eq none
    ldr x1, 8
    b 12
    .8byte 0x100000                 // more words do not fit below 0x800000
    cmp x0, x1
    b.hi none
    ldr x2, 8
    b 12
    .8byte 8
    mul x0, x0, x2
    add x0, x0, x2                  // x0: the length of the block
    ldr x3, 8
    b 12
    .8byte 0x7ffff0
    ldur x4, [x3, 0]                // x4: this block
    ldur x5, [x3, 8]                // x5: behind the last one
walk:
    cmp x4, x5
    b.hs extend
    ldur x6, [x4, 0]                // x6: its header
    cmp x6, xzr
    b.lt used
join:
    add x7, x4, x6                  // a free block takes the free ones behind it
    cmp x7, x5
    b.hs last
    ldur x8, [x7, 0]
    cmp x8, xzr
    b.lt joined
    add x6, x6, x8
    b join
last:
    add x5, x4, xzr                 // behind it there is nothing: the heap ends here
    b extend
joined:
    stur x6, [x4, 0]
    cmp x6, x0
    b.hs fits
    add x4, x4, x6
    b walk
used:
    sub x4, x4, x6
    b walk
fits:
    sub x7, x6, x0                  // what is left is a block if it has room for a word
    add x8, x2, x2
    cmp x7, x8
    b.lo take
    add x8, x4, x0
    stur x7, [x8, 0]
    add x6, x0, xzr
take:
    sub x7, x7, x7
    sub x6, x7, x6
    stur x6, [x4, 0]
    add x0, x4, x2
    b done
extend:
    add x6, x5, x0
    cmp x6, x3
    b.hi none
    stur x6, [x3, 8]
    sub x7, x7, x7
    sub x7, x7, x0
    stur x7, [x5, 0]
    add x0, x5, x2
    b done
none:
    sub x0, x0, x0
done:
    ldur x1, [sp, -8]
    ldur x2, [sp, -16]
    ldur x3, [sp, -24]
    ldur x4, [sp, -32]
    ldur x5, [sp, -40]
    ldur x6, [sp, -48]
    ldur x7, [sp, -56]
    ldur x8, [sp, -64]
    br x30
delete:
    stur x1, [sp, -8]
    stur x2, [sp, -16]
    ldur x1, [x0, -8]
    sub x2, x2, x2
    sub x1, x2, x1
    stur x1, [x0, -8]
    ldur x1, [sp, -8]
    ldur x2, [sp, -16]
    br x30
heap:
