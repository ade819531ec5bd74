//! Certificates by pairs of procedures, for programs with calls and recursion.
//!
//! A pair of procedures, one of each program, has a *precondition* (`before`), which is shown at
//! every call of both, a relation at each pair of *points* behind branches and calls, and a
//! *postcondition* (`behind`), which is shown where both return and taken for granted behind every
//! call. The first pair is the programs themselves. A relation says which words of both programs
//! are known, equal, a number apart, or what they were at the entry; words are registers, and
//! words of the stack by their distance from what `$30` held at the entry ([`claim`]). At a point
//! there may be *facts* beside it: how words are related that are made of others ([`facts`]). A
//! postcondition may have facts, too (`ensures`).
//!
//! A loop of one program may stand for a procedure, so that it is paired with a recursive procedure
//! of the other one: a round of the loop with an activation of the procedure. Such a pair has an
//! *exit*, the address where the loop is left.
//!
//! # Why this shows what is claimed
//!
//! From the entry of a pair and from each of its points both programs are executed on all
//! paths, until each has stopped: behind the instruction that the certificate names, at a call,
//! at a return (a jump to what `$31` held at the entry), at its end, or at a fault. Such a pair
//! of paths is a *transition*; that no pair of paths is left out is as in [`walk`](crate::walk).
//!
//! **Partial correctness.** A pair of runs is a sequence of transitions, with calls nested in it.
//! Of all activations of all pairs (states that satisfy the precondition, for the values that the
//! words had there) we show by induction over the number of transitions until the
//! activation returns, nested ones included: where both programs come to a pair of points of the
//! activation, its relation and its facts hold; where they return, the postcondition does; no word of the
//! stack at or above the entry's `$30` was stored to but those that `stored` lists; what both
//! printed and read is the same; and if they end, they end alike. One transition is an
//! obligation: what is said at the point that it begins at may be used, and all that is said at the
//! one that it leads to, facts as well, is shown on each way there. A nested call takes fewer transitions than its caller, so for it all
//! this is known: the precondition was shown there, so the postcondition holds behind it, for the
//! values that the caller's words had at the call. A call that never returns is
//! followed by nothing. This is Hoare's rule for recursive procedures, of two programs at
//! once (Godlin and Strichman, "Inference rules for proving the equivalence of recursive
//! procedures", 2008, rule PROC-P-EQ). What is ensured behind a call is of registers and values
//! alone. Behind the call registers are words of which nothing else is known, or what the
//! postcondition says they are; so an equation that gives one of the former its value takes nothing
//! for granted but itself.
//!
//! **Control.** A procedure is called by `jalr` to a known address with `$31` then behind the call;
//! it returns by a jump to what `$31` held at its entry, in both programs on the same transition. So
//! both go on behind their calls, at the point that the caller's pair has there. `$31` at
//! the start is the address that ends a program, so there a return is an end.
//!
//! **Loops as procedures.** An activation of a loop begins whenever its program comes to the head
//! behind one instruction at least, where a transition says so (`loops`), and ends when the program
//! comes to the exit for the first time. That *defines* the activation, so nothing is taken for
//! granted of the structure of the text. A branch back is a tail call then: the activation of the
//! round that it ends, and those of all rounds before, are still under way, and all of them end at
//! the exit, one after the other without an instruction. So the point of the pair behind the call is
//! the exit beside the address behind the other program's call; on the transition from it the loop
//! does not move, and the procedure returns. The frame of a loop is that of whatever it is in:
//! `$31` plays no part in how it is entered or left, and a jump to what `$31` held at its head is no
//! return of it. That the loop computes `((a * x) * y) * z` where the recursion computes
//! `x * (y * z)` is shown round by round at that point, over polynomials: what is ensured says how
//! the word that the loop has gathered at its exit is made of what it had gathered at its head and of
//! what the procedure returns.
//!
//! **They stop alike.** A transition moves each program by one instruction at least, unless the
//! program has ended, or is at the exit of a loop. Of the latter kind are only transitions that end an
//! activation, and all activations but that of the programs themselves were begun by a
//! transition that moved both programs. Where one program has ended behind a transition, so has the
//! other. So if one program stops or faults after n steps, that is after at most n transitions that
//! move it and at most as many that do not, and both have stopped or faulted there. Which inputs that
//! happens on is not said.
//!
//! **Frames do not alias.** A word of the stack is told by its distance from the entry's `$30`,
//! and memory beside the stack is accessed at addresses that are numbers; any other access ends
//! the proof. All of a program's words of the stack are below what `$30` was at the start and,
//! as long as there is room, behind its text and above every other word that it accesses or that
//! is observed: then the two kinds never meet, no store is into the text, no access to the stack
//! faults, and two distances are two words. Behind a call the words below the callee's `$30`
//! are unknown, and so are those that it stores to at or above it. Calls never raise
//! `$30` above what it was at the caller's entry, so no word is above the start's.
//!
//! **Room.** How far `$30` is below the start's is the sum over the calls under way ([`room`]).
//! Where no call that may be nested in itself lowers it, that is a number, and the claim is about
//! every number of steps. With recursion each call under way has taken steps of its own,
//! in either program, since its procedure's entry. So within n steps of one of the programs the
//! stacks of *both* are at most n times the largest number of bytes for a step below where they
//! may be without recursion. The claim is then about inputs on which one of them stops or faults
//! within n steps: the other one does, too (in however many steps), and alike.
//!
//! **Bounded recursion.** A pair may have a *variant*, an unsigned word that is made of the values of
//! an activation, and a bound. At every call of the pair it is shown to be at most the bound, so
//! that may be used throughout the activation; and where the caller's pair has one, too, to be less
//! than the caller's. Pairs that may call each other make a *circle*. Of the activations under way at a
//! time, those of a circle follow one another: a circle that was left is not come back to within. Where
//! all pairs of a circle have variants, these get smaller from each activation to the next, so the
//! calls among them are no more than the largest of the bounds. As many times the most that one
//! of these calls lowers `$30` is room that may be needed; it is taken off what there is, and then
//! these calls set no bound to the number of steps.
//!
//! **Memory beside the stack** is a function from addresses to words in each program, of which
//! the words in its text and above its lowest word of the stack are never asked for, so
//! they may be anything. At the start both are zero but for the arrays that they are given.

pub mod claim;

mod facts;
mod form;
mod relation;
mod room;
mod rule;
mod run;

pub(crate) use rule::walk;
