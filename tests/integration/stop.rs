//! Interrupted checks and comparisons: how many polls of the caller's `Stop` they need to end, and what they then
//! report. Limits are out of reach throughout, so code that does not poll would not end.

use std::cell::Cell;
use std::rc::Rc;

use tamarin::engines::paths::{
    Clock, MergeAfter, Observer, Options, Signal, Signalled, Strategy, compare,
};
use tamarin::link::assemble;
use tamarin::machine::Image;
use tamarin::report::{Event, ReasonCode, Report, Verdict};
use tamarin::solver::bitblast::Bitblast;
use tamarin::solver::portfolio::Portfolio;
use tamarin::solver::{Answer, Effort, Question, Solver, Stop, UnknownReason};
use tamarin::term::{Term, Terms};

const ENDLESS: Effort = Effort(u64::MAX);

/// Due from the look with this number on, and how often it was looked at.
fn due_after(looks: u32) -> (Stop, Rc<Cell<u32>>) {
    let count = Rc::new(Cell::new(0));
    let counted = Rc::clone(&count);
    let is_due = move || {
        counted.set(counted.get() + 1);
        counted.get() > looks
    };
    (Stop::when(is_due), count)
}

/// Two inputs below 2^24 whose product is a prime, bit by bit: beyond a SAT
/// solver, and no question for boxes.
fn factors(terms: &mut Terms) -> Vec<Term> {
    let (a, b) = (terms.symbol("$1"), terms.symbol("$2"));
    let (wide_a, wide_b) = (terms.zero_extend(a), terms.zero_extend(b));
    let product = terms.mul(wide_a, wide_b);
    let number: u64 = (1 << 47) - 115;
    let (low, high) = (terms.low(product), terms.high(product));
    let wanted = [(low, number as u32), (high, (number >> 32) as u32)];
    let mut claims = Vec::new();
    for (half, word) in wanted {
        for mask in [0x5555_5555, 0xaaaa_aaaa] {
            let (bits, mask) = (terms.word(word & mask), terms.word(mask));
            let some = terms.bit_and(half, mask);
            claims.push(terms.eq(some, bits));
        }
    }
    for input in [a, b] {
        let (one, bound) = (terms.word(1), terms.word(1 << 24));
        claims.push(terms.ult(input, bound));
        claims.push(terms.ult(one, input));
    }
    claims
}

/// `(x * y) / 3 = k` and `x * (y + 1) / 7 = l`: for boxes, and too many of them.
fn quotients(terms: &mut Terms) -> Vec<Term> {
    let (x, y) = (terms.symbol("$1"), terms.symbol("$2"));
    let one = terms.word(1);
    let next = terms.add(y, one);
    let mut claims = Vec::new();
    for (factor, divisor, value) in [(y, 3, 0x1234_5677), (next, 7, 0x0234_5677)] {
        let product = terms.mul(x, factor);
        let (divisor, value) = (terms.word(divisor), terms.word(value));
        let quotient = terms.udiv(product, divisor);
        claims.push(terms.eq(quotient, value));
    }
    claims
}

fn check(solver: &mut dyn Solver, terms: &Terms, claims: &[Term], stop: &Stop) -> Answer {
    solver.push();
    for &claim in claims {
        solver.assert(claim);
    }
    let question = Question::new("hard").within(ENDLESS).until(stop);
    let answer = pollster::block_on(solver.check(terms, question));
    solver.pop();
    answer
}

/// A read from a table of many words is one term, and many gates.
#[test]
fn a_large_table_looks_at_the_clock() {
    let mut terms = Terms::new();
    let words: Vec<u32> = (0..20_000).map(|i: u32| i.wrapping_mul(0x9e37_79b9)).collect();
    let (table, x, wanted) = (terms.image(&words), terms.symbol("$1"), terms.word(words[12_345]));
    let word = terms.select(table, x);
    let claims = [terms.eq(word, wanted)];
    let mut solver = Bitblast::new();
    let (stop, all) = due_after(u32::MAX);
    assert!(matches!(check(&mut solver, &terms, &claims, &stop), Answer::Sat(_)));
    assert!(all.get() > 300, "{} looks for 20,000 words", all.get());
    for part in 0..10 {
        let looks = all.get() * part / 10;
        let (stop, count) = due_after(looks);
        let mut solver = Bitblast::new();
        let answer = check(&mut solver, &terms, &claims, &stop);
        assert_eq!(answer, Answer::Unknown(UnknownReason::Cancelled));
        assert!(count.get() <= looks + 3, "{} looks after {looks}", count.get());
        // An interrupted query does not affect the next one.
        let answer = check(&mut solver, &terms, &claims, &Stop::NEVER);
        assert!(matches!(answer, Answer::Sat(_)), "{answer:?}");
    }
}

/// The facts of a path's conditions are derived one by one, which may take longer than the run.
#[test]
fn a_path_of_many_conditions_looks_at_the_clock() {
    let text = "loop: slt $4, $3, $1\nbeq $4, $0, end\nlis $5\n.word 1\nadd $3, $3, $5\n\
                beq $0, $0, loop\nend: jr $31";
    let [few, many] = [100, 1_000].map(|rounds| {
        let inputs = [rounds, 0].into();
        let options = Options {
            inputs,
            max_runs: 1,
            fuel: 100_000,
            time_limit_ms: Some(u64::MAX),
            ..Options::default()
        };
        compare_ticking(text, &tamarin_testing::and_a_word(text), &options).1.before_first_run
    });
    // A thousand iterations of six instructions and one condition each, in both programs.
    let looks = many.zip(few).map(|(many, few)| many - few).expect("there is a run");
    assert!(looks >= 2 * 900 * 6 / 64 + 900 / 16, "{looks} looks for 900 rounds more");
}

#[test]
fn a_check_ends_within_a_few_looks_and_the_next_one_works() {
    let solvers: [Box<dyn Solver>; 2] = [Box::new(Bitblast::new()), Box::new(Portfolio::new(None))];
    for mut solver in solvers {
        let mut terms = Terms::new();
        for claims in [factors(&mut terms), quotients(&mut terms)] {
            for looks in [0, 3, 50] {
                let (stop, count) = due_after(looks);
                let answer = check(&mut *solver, &terms, &claims, &stop);
                assert_eq!(answer, Answer::Unknown(UnknownReason::Cancelled));
                assert!(count.get() <= looks + 3, "{} looks after {looks}", count.get());
                let easy = &claims[..1];
                let answer = check(&mut *solver, &terms, easy, &Stop::NEVER);
                assert!(matches!(answer, Answer::Sat(_)), "{answer:?}");
            }
        }
    }
}

/// Each of many assertions may be too small for a look of its own.
#[test]
fn many_small_assertions_look_at_the_clock() {
    let mut terms = Terms::new();
    let mut claims = factors(&mut terms);
    let (x, y) = (terms.symbol("$1"), terms.symbol("$2"));
    for number in 0..500 {
        let (number, bound) = (terms.word(3 * number + 1), terms.word(u32::MAX - number));
        let (a, b) = (terms.add(x, number), terms.sub(y, number));
        let word = terms.bit_and(a, b);
        claims.push(terms.ult(word, bound));
    }
    let (stop, all) = due_after(u32::MAX);
    let question = Question::new("many").within(Effort(1)).until(&stop);
    let mut solver = Bitblast::new();
    claims.iter().for_each(|&claim| _ = solver.assert(claim));
    let answer = pollster::block_on(solver.check(&terms, question));
    assert!(matches!(answer, Answer::Unknown(_)), "{answer:?}");
    assert!(all.get() >= 500, "{} looks for 500 assertions", all.get());
    for looks in [0, 3, 50, 400] {
        let (stop, count) = due_after(looks);
        let answer = check(&mut Bitblast::new(), &terms, &claims, &stop);
        assert_eq!(answer, Answer::Unknown(UnknownReason::Cancelled));
        assert!(count.get() <= looks + 3, "{} looks after {looks}", count.get());
    }
}

/// What ends once so much was done does so without a clock, and at the same place each time.
#[test]
fn a_check_ends_once_so_much_was_done_under_a_stop() {
    let mut terms = Terms::new();
    // The second ones have an answer that is found after a while.
    let hard =
        [(factors(&mut terms), vec![0, 1, 5_000, 50_000]), (quotients(&mut terms), vec![0, 1])];
    for (claims, all_units) in hard {
        for units in all_units {
            let spent = [(); 2].map(|()| {
                let (stop, mut solver) = (Stop::NEVER.within(units), Bitblast::new());
                let answer = check(&mut solver, &terms, &claims, &stop);
                assert_eq!(answer, Answer::Unknown(UnknownReason::Cancelled), "{units}");
                assert!(stop.is_spent() && stop.is_due());
                solver.spent()
            });
            assert_eq!(spent[0], spent[1]);
            assert!(spent[0] <= units + 100_000, "{} of {units}", spent[0]);
        }
    }
    let stop = Stop::NEVER.within(10);
    stop.spend(9);
    assert!(!stop.is_due() && stop.limits_work() && !Stop::NEVER.limits_work());
    let (copy, other) = (stop.clone(), stop.within(1));
    copy.spend(5);
    assert!(stop.is_spent() && !other.is_spent());
}

/// A failing loop proof costs no more than the limit, and what stays open for lack of work is reported as such.
#[test]
fn work_of_proofs_is_limited() {
    let counting = |step: &str| {
        let text = "lis $3\n.word -1\nlis $4\n.word 48\nsltu $5, $1, $4\nbeq $5, $0, done\n\
                    lis $6\n.word 1\nadd $3, $0, $0\nadd $7, $6, $0\nloop: beq $1, $0, done\n\
                    add $8, $3, $7\nadd $3, $7, $0\nadd $7, $8, $0\nSTEP $1, $1, $6\n\
                    beq $0, $0, loop\ndone: jr $31";
        text.replace("STEP", step)
    };
    let [down, up] = ["sub", "add"].map(counting);
    let asked = [50_000, 200_000, 800_000].map(|units| {
        let options = Options { max_work: Some(units), ..Options::default() };
        let compared = || compare_ticking(&down, &up, &options).0;
        let first = compared();
        assert_eq!(first.verdict, Verdict::PossiblyEquivalent);
        if units < 800_000 {
            assert_eq!(first.stats.queries, compared().stats.queries);
        }
        let is_cut = first.reason.code == ReasonCode::WorkLimit;
        assert!(is_cut || units == 800_000, "{units}: {:?}", first.reason.code);
        first.stats.queries
    });
    assert!(asked[0] < asked[1] && asked[1] < asked[2], "{asked:?}");
}

/// Few models are tried one after the other, before anything is searched.
#[test]
fn trying_models_looks_at_the_clock() {
    let mut terms = Terms::new();
    let (x, bound, number) = (terms.symbol("$1"), terms.word(64), terms.word(0x1234_5677));
    let square = terms.mul(x, x);
    let claims = [terms.ult(x, bound), terms.eq(square, number)];
    for looks in [0, 3, 50] {
        let (stop, count) = due_after(looks);
        let answer = check(&mut Bitblast::new(), &terms, &claims, &stop);
        assert_eq!(answer, Answer::Unknown(UnknownReason::Cancelled));
        assert!(count.get() <= looks + 3, "{} looks after {looks}", count.get());
    }
    let answer = check(&mut Bitblast::new(), &terms, &claims, &Stop::NEVER);
    assert!(matches!(answer, Answer::Unsat(_)), "{answer:?}");
}

/// A clock that advances by a millisecond at each query.
#[derive(Default)]
struct Ticking {
    /// Whether the first query ends the comparison.
    ends_at_query: bool,
    asked: bool,
    /// When the last event was.
    last: u64,
    /// How long before the first run's event the event before it was.
    before_first_run: Option<u64>,
    /// How long before the answer about merged paths the event before it was.
    before_merged: Option<u64>,
    ticks: Rc<Cell<u64>>,
}

impl Observer for Ticking {
    fn event<'a>(&'a mut self, event: &'a Event) -> Signalled<'a> {
        self.asked |= matches!(event, Event::Query { .. });
        let since = self.ticks.get() - self.last;
        self.last = self.ticks.get();
        if matches!(event, Event::Run { .. }) {
            self.before_first_run.get_or_insert(since);
        }
        if matches!(event, Event::Merged { .. }) {
            self.before_merged = Some(since);
        }
        let signal = match self.asked && self.ends_at_query {
            true => Signal::Break(()),
            false => Signal::Continue(()),
        };
        Box::pin(std::future::ready(signal))
    }

    fn clock(&self) -> Clock {
        let ticks = Rc::clone(&self.ticks);
        Rc::new(move || {
            ticks.set(ticks.get() + 1);
            ticks.get()
        })
    }
}

fn image(text: &str) -> Rc<Image> {
    Image::new(&assemble(text).program.expect("it assembles"))
}

fn compare_ticking(left: &str, right: &str, options: &Options) -> (Report, Ticking) {
    compare_observed(left, right, options, Ticking::default())
}

fn compare_observed(
    left: &str,
    right: &str,
    options: &Options,
    mut observer: Ticking,
) -> (Report, Ticking) {
    let mut solver = Bitblast::new();
    let (left, right) = (image(left), image(right));
    let comparison = compare(&left, &right, options, &mut solver, &mut observer);
    (pollster::block_on(comparison), observer)
}

#[test]
fn a_limit_on_time_is_kept_inside_a_query() {
    // Is the product of two numbers ever that prime?
    let left = "multu $1, $2\nmfhi $4\nmflo $5\nlis $6\n.word 0x7fff\nlis $7\n.word 0xffffff8d\n\
                add $3, $0, $0\nbne $4, $6, end\nbne $5, $7, end\nlis $8\n.word 0x1000000\n\
                sltu $9, $1, $8\nsltu $10, $2, $8\nmultu $9, $10\nmflo $3\nend: jr $31";
    let right = "add $3, $0, $0\njr $31";
    let endless = Options { effort: ENDLESS, time_limit_ms: Some(u64::MAX), ..Options::default() };
    let first = Ticking { ends_at_query: true, ..Ticking::default() };
    let (_, first) = compare_observed(left, right, &endless, first);
    let limit = first.ticks.get() + 300;
    let options = Options { time_limit_ms: Some(limit), ..endless };
    let (report, observer) = compare_ticking(left, right, &options);
    assert!(observer.asked);
    assert_eq!(report.verdict, Verdict::PossiblyEquivalent);
    assert_eq!(report.reason.code, ReasonCode::TimeLimit);
    let late = observer.ticks.get() - limit;
    assert!(late < 100, "{late} looks at the clock after the limit");
}

/// Two programs of `n` consecutive branches each that differ only on `$1 = 12345678`: a task for the solver if paths
/// are merged and there are enough branches.
fn branches(n: u32) -> [String; 2] {
    let branch = |i| {
        format!(
            "lis $5\n.word {}\nslt $6, $1, $5\nbeq $6, $0, skip{i}\nadd $3, $3, $5\nskip{i}:\n",
            1000 * i
        )
    };
    let branches: String = (0..n).map(branch).collect();
    let differ = "lis $7\n.word 6172839\nadd $7, $7, $7\nbne $1, $7, end\nadd $3, $3, $7\n";
    [format!("{branches}jr $31"), format!("{branches}{differ}end: jr $31")]
}

#[test]
fn whatever_it_is_at_a_search_ends_soon_after_its_time() {
    let strategies = [Strategy::Product, Strategy::Paper];
    let merging =
        Options { merge_after: MergeAfter { paths: 2, queries: 2 }, ..Options::default() };
    let pairs = [
        (branches(3), Options::default()),
        (branches(40), merging),
        // Looked at as a path, it takes a while.
        (
            ["again: beq $1, $1, again".to_owned(), "jr $31".to_owned()],
            Options { fuel: 100_000, ..Options::default() },
        ),
    ];
    for (([left, right], options), strategy) in
        pairs.iter().flat_map(|pair| strategies.map(|strategy| (pair, strategy)))
    {
        let run = |limit| {
            let options = Options { strategy, time_limit_ms: Some(limit), ..options.clone() };
            compare_ticking(left, right, &options)
        };
        let (whole, observer) = run(u64::MAX);
        let all = observer.ticks.get();
        for part in 0..20 {
            let limit = all * part / 20;
            let (report, observer) = run(limit);
            let late = observer.ticks.get() - limit;
            assert!(late < 20, "{late} looks after {limit} of {all}");
            if report.verdict != whole.verdict {
                assert_eq!(report.reason.code, ReasonCode::TimeLimit, "{limit} of {all}");
            }
        }
    }
}

#[test]
fn merging_paths_looks_at_the_clock() {
    let [left, right] = branches(40);
    let merge_after = MergeAfter { paths: 1, queries: 1 };
    let options = Options { merge_after, time_limit_ms: Some(u64::MAX), ..Options::default() };
    let (_, observer) = compare_ticking(&left, &right, &options);
    // Two programs of some two hundred instructions.
    let looks = observer.before_merged.expect("paths are merged");
    assert!(looks >= 20, "{looks} looks between the last run and the answer");
}
