; x * 5 = x + x + x + x + x. The question as it is before any rewriting: unsat.
(set-logic QF_BV)
(declare-const x (_ BitVec 32))
(declare-const y (_ BitVec 32))
(assert (not (= (bvmul x #x00000005) (bvadd x (bvadd x (bvadd x (bvadd x x)))))))
(check-sat)
