main: again:
add $3, $1, $2
jr $31
end:
