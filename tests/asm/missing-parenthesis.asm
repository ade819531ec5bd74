lw $3, 0($30
sw $3, 4($30 ; a comment
