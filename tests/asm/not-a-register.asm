add $32, $ra, $sp
add $zero, $t0, $
sw $r4, 0($FP)
jr $123456789012345678901234567890
lis $foo
