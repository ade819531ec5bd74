//! Memories as free symbols, with choices and equalities: their meaning in the
//! ground evaluator, in gates and as SMT-LIB text.

use tamarin::solver::bitblast::Bitblast;
use tamarin::solver::bitblast::proof::{Attempt, prove};
use tamarin::solver::{Answer, Assertions, Effort, Question, Solver, Stop, UnknownReason};
use tamarin::term::{Contents, Model, Node, Symbol, Term, Terms};
use tamarin_testing::drat::checks;
use tamarin_testing::questions::Random;
use tamarin_testing::{figure, is_long, z3_or_skip};

fn symbol(terms: &Terms, term: Term) -> Symbol {
    let Node::Symbol(symbol) = terms.node(term) else { panic!("a symbol") };
    symbol
}

fn ask(solver: &mut dyn Solver, terms: &Terms, claims: &[Term], effort: u64) -> Answer {
    solver.push();
    for &claim in claims {
        solver.assert(claim);
    }
    let question = Question::new("memories").within(Effort(effort));
    let answer = pollster::block_on(solver.check(terms, question));
    solver.pop();
    answer
}

fn is_unsat(terms: &Terms, claims: &[Term]) -> bool {
    match ask(&mut Bitblast::new(), terms, claims, 10_000) {
        Answer::Unsat(_) => true,
        Answer::Sat(_) => false,
        Answer::Unknown(why) => panic!("{why:?}"),
    }
}

#[test]
fn what_memories_hold_is_what_the_model_says() {
    let mut terms = Terms::new();
    let (m, n) = (terms.memory_symbol("m"), terms.memory_symbol("n"));
    let (x, four, seven) = (terms.symbol("x"), terms.word(4), terms.word(7));
    let stored = terms.store(m, four, seven);
    let [first, second] = [stored, n].map(|memory| terms.select(memory, x));
    let (equal, is_seven) = (terms.eq(stored, n), terms.eq(x, seven));
    let chosen = terms.ite(is_seven, m, n);
    let from_chosen = terms.select(chosen, four);
    let mut contents = Contents::filled(5);
    contents.set(8, 9);
    let mut model = Model::new();
    model.set_memory(symbol(&terms, m), contents.clone());
    contents.set(4, 7);
    model.set_memory(symbol(&terms, n), contents.clone());
    for (x_value, read, other) in [(4, 7, 7), (8, 9, 7), (7, 5, 5), (12, 5, 7)] {
        model.set(symbol(&terms, x), x_value);
        let values = terms.eval(&[first, second, equal, from_chosen], &model);
        assert_eq!(values, [read, read, 1, other]);
    }
    contents.set(4, 5);
    model.set_memory(symbol(&terms, n), contents);
    assert_eq!(terms.eval(&[equal], &model), [0]);
}

/// Images are equal where their words are, however many zeros follow.
#[test]
fn images_are_equal_as_memories() {
    let mut terms = Terms::new();
    assert_eq!(terms.image(&[1, 0]), terms.image(&[1]));
    let (a, b, m) = (terms.image(&[1]), terms.image(&[1, 2]), terms.memory_symbol("m"));
    let different = terms.eq(a, b);
    assert_eq!(terms.as_bool(different), Some(false));
    let (four, two) = (terms.word(4), terms.word(2));
    let (is_a, is_b) = (terms.eq(m, a), terms.eq(m, b));
    assert!(is_unsat(&terms, &[is_a, is_b]));
    let stored = terms.store(m, four, two);
    let stored_is_b = terms.eq(stored, b);
    let not = terms.not(stored_is_b);
    assert!(is_unsat(&terms, &[is_a, not]));
    assert!(!is_unsat(&terms, &[is_b, stored_is_b]) && !is_unsat(&terms, &[is_a, stored_is_b]));
}

#[test]
fn equal_memories_read_alike_and_others_differ_somewhere() {
    let mut terms = Terms::new();
    let [m, n, o] = ["m", "n", "o"].map(|name| terms.memory_symbol(name));
    let (x, y) = (terms.symbol("x"), terms.symbol("y"));
    let [mx, nx] = [m, n].map(|memory| terms.select(memory, x));
    let (same, reads) = (terms.eq(m, n), terms.eq(mx, nx));
    let (other, not) = (terms.not(same), terms.not(reads));
    assert!(is_unsat(&terms, &[same, not]));
    assert!(!is_unsat(&terms, &[other, reads]) && !is_unsat(&terms, &[same, reads]));
    // Equality is transitive, and three memories can all differ.
    let (no, mo) = (terms.eq(n, o), terms.eq(m, o));
    let [not_no, not_mo] = [no, mo].map(|equal| terms.not(equal));
    assert!(is_unsat(&terms, &[same, no, not_mo]));
    assert!(!is_unsat(&terms, &[other, not_no, not_mo]));
    // Stores at different addresses change places.
    let (one, two) = (terms.word(1), terms.word(2));
    let first = terms.store(m, x, one);
    let first = terms.store(first, y, two);
    let second = terms.store(m, y, two);
    let second = terms.store(second, x, one);
    let commute = terms.eq(first, second);
    let differ = terms.not(commute);
    let apart = terms.eq(x, y);
    let apart = terms.not(apart);
    assert!(is_unsat(&terms, &[differ, apart]) && !is_unsat(&terms, &[differ]));
}

/// An address may depend on an equality, and an equality on a read.
#[test]
fn addresses_depend_on_equalities() {
    let mut terms = Terms::new();
    let (m, n) = (terms.memory_symbol("m"), terms.memory_symbol("n"));
    let same = terms.eq(m, n);
    let (four, eight, x) = (terms.word(4), terms.word(8), terms.symbol("x"));
    let address = terms.ite(same, four, eight);
    let [in_m, in_n] = [m, n].map(|memory| terms.select(memory, address));
    let stored = terms.store(n, in_m, x);
    let (reads, also) = (terms.eq(in_m, in_n), terms.eq(m, stored));
    let (other, not_reads) = (terms.not(same), terms.not(reads));
    assert!(is_unsat(&terms, &[same, not_reads]));
    assert!(!is_unsat(&terms, &[other, also, reads]));
    let is_eight = terms.eq(in_m, eight);
    assert!(!is_unsat(&terms, &[other, also, is_eight, not_reads]));
}

/// Facts about an equality at some addresses are dropped when the next query has more addresses.
#[test]
fn a_session_forgets_equalities() {
    let mut terms = Terms::new();
    let (m, n) = (terms.memory_symbol("m"), terms.memory_symbol("n"));
    let (x, y) = (terms.symbol("x"), terms.symbol("y"));
    let same = terms.eq(m, n);
    let other = terms.not(same);
    let mut solver = Bitblast::new();
    assert!(matches!(ask(&mut solver, &terms, &[other], 1_000), Answer::Sat(_)));
    let [in_m, in_n] = [m, n].map(|memory| terms.store(memory, x, y));
    let same_then = terms.eq(in_m, in_n);
    assert!(matches!(ask(&mut solver, &terms, &[other, same_then], 1_000), Answer::Sat(_)));
    let [x_in_m, x_in_n] = [m, n].map(|memory| terms.select(memory, x));
    let alike = terms.eq(x_in_m, x_in_n);
    let claims = [other, same_then, alike];
    assert!(matches!(ask(&mut solver, &terms, &claims, 1_000), Answer::Unsat(_)));
    assert!(matches!(ask(&mut solver, &terms, &[alike], 1_000), Answer::Sat(_)));
}

/// Claims over two free memories, images and a few addresses.
struct Soup {
    random: Random,
    terms: Terms,
    memories: Vec<Term>,
    addresses: Vec<Term>,
    words: Vec<Term>,
    tests: Vec<Term>,
}

impl Soup {
    fn new(seed: u64) -> Soup {
        let mut random = Random(seed);
        let mut terms = Terms::new();
        let (x, y) = (terms.symbol("$1"), terms.symbol("$2"));
        let twelve = terms.word(12);
        let constants = [0, 4, 8].map(|value| terms.word(value));
        let masked = terms.bit_and(x, twelve);
        let addresses = vec![constants[0], constants[1], constants[2], masked, y];
        let mut memories = ["m", "n"].map(|name| terms.memory_symbol(name)).to_vec();
        if random.chance(2) {
            let words: Vec<u32> = (0..random.below(4)).map(|_| random.below(3) as u32).collect();
            memories.push(terms.image(&words));
        }
        let words = vec![x, y, constants[0], constants[1]];
        let tests = vec![terms.ult(x, y)];
        let mut soup = Soup { random, terms, memories, addresses, words, tests };
        for _ in 0..10 {
            soup.grow();
        }
        soup
    }

    fn grow(&mut self) {
        let Soup { random, terms, memories, addresses, words, tests } = self;
        let [m, n] = [(); 2].map(|()| random.choose(memories));
        let [at, value] = [random.choose(addresses), random.choose(words)];
        let test = random.choose(tests);
        match random.below(8) {
            0 | 1 => words.push(terms.select(m, at)),
            2 | 3 => memories.push(terms.store(m, at, value)),
            4 => memories.push(terms.ite(test, m, n)),
            5 => tests.push(terms.eq(m, n)),
            6 => {
                let other = random.choose(words);
                tests.push(terms.eq(value, other));
            }
            _ => addresses.push(terms.ite(test, at, value)),
        }
    }

    fn claim(&mut self) -> Term {
        let Soup { random, terms, memories, words, tests, .. } = self;
        let claim = match random.below(3) {
            0 => {
                let [m, n] = [(); 2].map(|()| random.choose(memories));
                terms.eq(m, n)
            }
            1 => random.choose(tests),
            _ => {
                let [a, b] = [(); 2].map(|()| random.choose(words));
                terms.eq(a, b)
            }
        };
        if random.chance(2) { terms.not(claim) } else { claim }
    }
}

#[test]
fn gates_and_z3_agree_on_memories() {
    let Some(mut z3) = z3_or_skip() else { return };
    let rounds = if is_long() { 3_000 } else { 150 };
    let (mut sat, mut unsat, mut unknown) = (0, 0, 0);
    for seed in 0..rounds {
        let mut soup = Soup::new(seed);
        // One session for questions that share terms.
        let mut bitblast = Bitblast::new();
        for question in 0..3 {
            let count = 1 + soup.random.below(4);
            let claims: Vec<Term> = (0..count).map(|_| soup.claim()).collect();
            let ours = ask(&mut bitblast, &soup.terms, &claims, 20_000);
            let theirs = ask(&mut z3, &soup.terms, &claims, 20_000);
            match (&ours, &theirs) {
                (Answer::Sat(_), Answer::Sat(_)) => sat += 1,
                (Answer::Unsat(_), Answer::Unsat(_)) => unsat += 1,
                // A model in words of z3's own is none to us.
                (Answer::Sat(_), Answer::Unknown(UnknownReason::Garbage(_))) => unknown += 1,
                (Answer::Unknown(UnknownReason::Limit), _)
                | (_, Answer::Unknown(UnknownReason::Limit)) => unknown += 1,
                _ => panic!("seed {seed}, question {question}: {ours:?}, but z3 {theirs:?}"),
            }
            if let Answer::Unsat(core) = ours {
                let core: Assertions = core.iter().map(|id| claims[id.position()]).collect();
                match prove(&soup.terms, &core, Effort(20_000), &Stop::NEVER) {
                    Attempt::Proved(proof) => {
                        let what = format!("seed {seed}, question {question}");
                        assert!(checks(&proof.cnf(&what), &proof.drat()), "{what}");
                    }
                    Attempt::FalseAsGates | Attempt::Limit => {}
                    Attempt::Satisfiable | Attempt::Refused => panic!("seed {seed}: no core"),
                }
            }
            soup.grow();
        }
    }
    figure(&format!("memories: {sat} sat, {unsat} unsat, {unknown} unknown"));
    assert!(sat > rounds as usize / 2 && unsat > rounds as usize / 5, "{sat} sat, {unsat} unsat");
    assert!(20 * unknown < sat + unsat, "{unknown} of {} are unknown", sat + unsat);
}
