// Without a diagnostic.
        lis   $4          ; the constant one
        .word 1
        add   $3, $4, $0
loop:   beq   $1, $0, done
        mult  $3, $1
        mflo  $3
        sub   $1, $1, $4
        beq   $0, $0, loop
done:   jr    $31
