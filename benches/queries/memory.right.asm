; Its result is 0 on every path that is asked about.
    jr $31
