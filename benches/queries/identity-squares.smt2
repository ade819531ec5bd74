; (x + 5) * (x - 5) = x * x - 25. The question as it is before any rewriting: unsat.
(set-logic QF_BV)
(declare-const x (_ BitVec 32))
(declare-const y (_ BitVec 32))
(assert (not (= (bvmul (bvadd x #x00000005) (bvsub x #x00000005)) (bvsub (bvmul x x) #x00000019))))
(check-sat)
