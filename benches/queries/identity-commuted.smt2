; x * y + (y + x) = (x + y) + y * x. The question as it is before any rewriting: unsat.
(set-logic QF_BV)
(declare-const x (_ BitVec 32))
(declare-const y (_ BitVec 32))
(assert (not (= (bvadd (bvmul x y) (bvadd y x)) (bvadd (bvadd x y) (bvmul y x)))))
(check-sat)
