/**
 * The predefined words of version 1 of links, from CS241 programs. Frozen: a link made with them
 * opens only with them. Better ones need another version of the schema beside this one.
 */

const registers = Array.from({ length: 32 }, (_, number) => `$${number}`);

const mnemonics = [
  ...['add', 'sub', 'mult', 'multu', 'div', 'divu', 'mfhi', 'mflo', 'lis', 'lw', 'sw'],
  ...['slt', 'sltu', 'beq', 'bne', 'jr', 'jalr'],
];

/** Words that become one byte each, from 0x80 up; at most 127. */
export const phrases: readonly string[] = [
  ...registers,
  ...registers.map((register) => `${register}, `),
  ...mnemonics.map((mnemonic) => `\n    ${mnemonic} `),
  ...mnemonics.map((mnemonic) => `\n${mnemonic} `),
  ...['\n    .word ', '\n.word ', '\n    ', '    ', '  ; ', ' ; ', '\n; ', ':\n    '],
  ...['($30)', '0($', '4($', ' the ', 'ing ', '\n\n', '0x'],
];

/** The preset dictionary of the compressor; the likeliest texts come last. */
export const dictionary = `"solver":"bitblast","z3","strategy":"paper","depth":50,"maxRuns":"rlimit":"conflicts":"input1":1,"input2":1,"fuel":1000}
{"names":["first","second","student","solution","original","changed"],"receipt":{"engine":"0.1.0","verdict":"possibly-equivalent","verdict":"equivalent-up-to","verdict":"equivalent"}}
"verdict":"disequivalent","inputs":[1,100],"left":["done",1],"right":["fault","division-by-zero"]}}{"options":{
; Computes the remainder, quotient, product, difference, maximum, minimum, absolute value, factorial, Fibonacci number.
; Input: $1 is the address of the array, $2 is its length, the number of elements. Output: $3 is the result.
; Returns one if and only if it is not found, otherwise minus one. Assumes that both are positive, negative, odd, even, prime.
; Recursive procedure: pushes the registers on the stack, saves the return address and restores them from memory.
# Registers: $1 - first input, $2 - second input, $3 - output, $4 - temporary, $5 - counter, $11 - constant 1, $4 - constant 4
; initialize i = 0; increment, decrement, advance to the next word; check whether it is less than or greater than or equal to
; if $1 < $2 then the sum of both inputs, else 0; while; for each; return to the caller; load; store; swap; compare
; print output device
    lis $20
    .word 0xffff000c
    lis $6
    .word 10
    sw $1, 0($20)
abs:
max:
fact:
func:
print:
subroutine:
negative:
base:
return:
body:
then:
else:
next:
    lis $8
    .word 8
    lis $7
    .word 2
    divu $1, $2
    multu $1, $2
    div $1, $2
    mfhi $3
    mult $5, $4
    mflo $5
    add $5, $1, $5
    lw $3, 0($5)
    lw $2, -8($30)
    lw $1, -4($30)
    sw $1, -4($30)
    sw $2, -8($30)
    sub $30, $30, $4
    add $30, $30, $4
    sltu $5, $1, $2
    slt $6, $0, $1
    bne $6, $0, top
    bne $1, 42, end
    beq $1, $0, done
    bne $1, $2, skip
    bne $3, $0, else
top:
    add $3, $3, $2
    sub $2, $2, $11
    bne $2, $0, loop
    beq $0, $0, loop
    lis $11
    .word 1
    lis $4
    .word 4
    sw $31, -4($30)   ; push $31
    sub $30, $30, $4
    lis $5
    .word func
    jalr $5           ; call
    add $30, $30, $4
    lw $31, -4($30)   ; pop $31
    jr $31
loop:
    slt $4, $1, $2    ; is $1 less than $2?
    beq $4, $0, end
    add $4, $1, $2
skip:
    lis $3
    .word 0
    add $3, $0, $0    ; the result is 0
    jr $31
done:
    add $3, $1, $0
    jr $31
end:
    add $3, $1, $2    ; the sum of the inputs
    jr $31
`;
