//! Certificates by pairs of procedures, for programs with calls and recursion.
//!
//! A pair of procedures, one of each program, has a *precondition* (`before`), which is proved at every call of both; a
//! relation at each pair of *points* after branches and calls; and a *postcondition* (`behind`), which is proved at
//! their returns and assumed after every call. The first pair is the programs themselves. A relation states which words
//! of both programs are constant, equal, equal up to a constant, or unchanged since the entry. Words are registers, and
//! stack words by their offset from the value of `$30` at the entry ([`claim`]). A point may also have *facts*:
//! relations between computed words ([`facts`]). A postcondition may have facts, too (`ensures`).
//!
//! A loop of one program may be treated as a procedure and paired with a recursive procedure of the other one, an
//! iteration with an activation. Such a pair has an *exit*, the address where the loop is left.
//!
//! # Why this proves the claim
//!
//! Both programs are executed on all paths from the entry of a pair and from each of its points, until each has
//! stopped: after the instruction that the certificate names, at a call, at a return (a jump to the entry's `$31`), at
//! its end, or at a fault. Such a pair of paths is a *transition*; that none is left out is shown as in
//! [`walk`](crate::walk).
//!
//! **Partial correctness.** A pair of runs is a sequence of transitions, with calls nested in it. For all activations
//! of all pairs (states that satisfy the precondition, with the values of the words there) we prove the following by
//! induction over the number of transitions until the activation returns, nested ones included. Whenever both programs
//! reach a pair of points of the activation, its relation and facts hold. When they return, the postcondition holds. No
//! stack word at or above the entry's `$30` was stored to, except those that `stored` lists. Both printed and read the
//! same. If they end, they end in the same way. One transition is an obligation: it may use the claims at its starting
//! point, and must prove all claims, with facts, at its end point on each path there. A nested call takes fewer
//! transitions than its caller, so the induction hypothesis applies to it: the precondition was proved there, so the
//! postcondition holds after it, for the values of the caller's words at the call. After a call that never returns
//! there is nothing to prove. This is Hoare's rule for recursive procedures, for two programs at once (Godlin and
//! Strichman, "Inference rules for proving the equivalence of recursive procedures", 2008, rule PROC-P-EQ). The facts
//! ensured after a call are about registers and values only. After the call a register is either unconstrained, or what
//! the postcondition states. So an equation that determines an unconstrained one assumes nothing else.
//!
//! **Control.** A procedure is called by `jalr` to a known address, with `$31` set to the address after the call. It
//! returns by a jump to its entry's `$31`, in both programs on the same transition. So both continue after their calls,
//! at the caller's point there. At the start, `$31` is the address that ends a program, so there a return is an end.
//!
//! **Loops as procedures.** An activation of a loop begins whenever its program reaches the loop head after at least
//! one instruction, if the transition says so (`loops`). It ends when the program first reaches the exit. This
//! *defines* the activation, so nothing is assumed about the structure of the text. A backward branch is then a tail
//! call: the activations of the ended iteration and of all earlier ones are still open, and all of them end at the
//! exit, one after the other without an instruction. So the pair's point after the call is the exit, beside the address
//! after the other program's call. On the transition from it the loop does not move, and the procedure returns. The
//! frame of a loop is that of the enclosing procedure: `$31` plays no part in entering or leaving it, and a jump to the
//! value of `$31` at its head is not a return of it. That the loop computes `((a * x) * y) * z` and the recursion `x *
//! (y * z)` is proved per iteration at that point, over polynomials: the ensured fact relates the loop's accumulator at
//! the exit to its value at the head and to the procedure's result.
//!
//! **Equal termination.** A transition moves each program by at least one instruction, unless the program has ended or
//! is at the exit of a loop. The latter transitions all end an activation, and every activation except that of the
//! programs themselves was begun by a transition that moved both programs. If one program has ended after a transition,
//! so has the other. So if one program stops or faults after n steps, that is after at most n transitions that move it
//! and at most as many that do not, and then both have stopped or faulted. On which inputs this happens is not claimed.
//!
//! **Frames do not alias.** A stack word is identified by its offset from the entry's `$30`, and other memory is
//! accessed at constant addresses; any other access makes the proof fail. As long as there is room, all stack words of
//! a program are below the start value of `$30`, after its text, and above every other word that it accesses or that is
//! observed. So the two kinds never overlap, no store is into the text, no stack access faults, and different offsets
//! are different words. After a call the words below the callee's `$30` are unknown, and so are those at or above it
//! that the callee stores to. Calls never raise `$30` above its value at the caller's entry, so no word is above the
//! start value.
//!
//! **Room.** The distance of `$30` below its start value is the sum over the open calls ([`room`]). If no recursive
//! call lowers it, that is a constant, and the claim covers any number of steps. With recursion, each open call has
//! executed steps of its own, in either program, since its procedure's entry. So within n steps of one program, the
//! stacks of *both* exceed their depth without recursion by at most n times the largest number of bytes per step. The
//! claim then covers inputs on which one program stops or faults within n steps: the other one does, too (in any number
//! of steps), and in the same way.
//!
//! **Bounded recursion.** A pair may have a *variant*, an unsigned word computed from the values of an activation, and
//! a bound. At every call of the pair the variant is proved to be at most the bound, so this may be used throughout the
//! activation; if the caller's pair has a variant, too, it is proved to be less than the caller's. Pairs that may call
//! each other form a *circle* (a strongly connected component). Among the open activations, those of a circle are
//! consecutive: a circle that was left is not entered again from within. If all pairs of a circle have variants, these
//! decrease from each activation to the next, so the number of calls among them is at most the largest of the bounds.
//! That number times the most that one of these calls lowers `$30` is the room that may be needed. It is subtracted
//! from the available room, and then these calls do not limit the number of steps.
//!
//! **Memory beside the stack** is a function from addresses to words in each program. Its values in the text and above
//! the lowest stack word are never used, so they may be arbitrary. At the start both memories are zero except for the
//! arrays that they get.

pub mod claim;

mod facts;
mod form;
mod relation;
mod room;
mod rule;
mod run;

pub(crate) use rule::walk;
