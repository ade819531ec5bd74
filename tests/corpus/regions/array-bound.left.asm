; 1 where the text fits into 128 bytes, else 0: rpc_uaddr2sockaddr of Fig. 12
        lis $5
        .word 128
        sltu $4, $5, $1
        add $3, $0, $0
        bne $4, $0, end
        lis $3
        .word 1
end:    jr $31
