/** A pair that stays open with little effort. */

/** Two factors of a product are asked for: minutes of work for z3. */
export const factoring = `    multu $1, $2
    mflo $4
    mfhi $5
    lis $6
    .word 0xae1dd491
    lis $7
    .word 0xf2cce6f0
    bne $4, $6, end
    bne $5, $7, end
    lis $3
    .word 1
end:
    jr $31
`;

/** Gives 0 on all inputs. */
export const nothing = '    jr $31\n';
