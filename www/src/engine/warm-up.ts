/**
 * A small comparison that nobody asked for, run once the engine has had
 * nothing to do for a moment.
 *
 * A browser compiles a function of the wasm when it is first called, hundreds
 * of them in a first comparison. This one calls most of them while the reader
 * still looks at the page, so that the first answer comes as fast as the
 * later ones.
 */

/** How long the engine has had nothing to do before it warms up, in milliseconds. */
export const IDLE = 300;

/**
 * Whether a year is a leap year, asked in two orders; one answer goes through
 * memory, the other by a branch that no run on fixed inputs takes. So it takes
 * runs, traces, divisions, and queries of either answer.
 */
export const warmUp = {
  left: `
    lis $4
    .word 4
    lis $5
    .word 100
    div $1, $4
    mfhi $6
    bne $6, $0, no
    div $1, $5
    mfhi $6
    beq $6, $0, no
    lis $3
    .word 1
no: sw $3, -4($30)
    lw $3, -4($30)
    jr $31
`,
  right: `
    lis $4
    .word 4
    lis $5
    .word 100
    div $1, $5
    mfhi $6
    beq $6, $0, no
    div $1, $4
    mfhi $6
    bne $6, $0, no
    slt $3, $0, $5
no: lis $7
    .word 0x12345678
    add $8, $1, $1
    bne $7, $8, end
    add $4, $0, $0
end:
    jr $31
`,
};
