/**
 * A small comparison without a request, run once the engine has been idle for a moment. A browser
 * compiles a wasm function when it is first called, hundreds of them in a first comparison. This
 * one calls most of them while the reader still reads the page, so that the first answer is as fast
 * as later ones.
 */

/** Milliseconds of idle time before the engine warms up. */
export const IDLE = 300;

/**
 * Leap years, tested in two orders; one program goes through memory, the other has a branch that no
 * run on fixed inputs takes. It therefore exercises runs, traces, divisions, and queries with
 * either answer.
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
