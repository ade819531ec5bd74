; (x + 7) * y = x * y + 7 * y. The question as it is before any rewriting: unsat.
(set-logic QF_BV)
(declare-const x (_ BitVec 32))
(declare-const y (_ BitVec 32))
(assert (not (= (bvmul (bvadd x #x00000007) y) (bvadd (bvmul x y) (bvmul #x00000007 y)))))
(check-sat)
