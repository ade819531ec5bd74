//! Rewriting is checked with z3.
//!
//! No solver checks a term that a constructor has simplified, a word replaced because of a fact, or a condition omitted
//! because others imply it. Here each is checked. Expressions are built twice, as terms and as text that no rule has
//! touched (`tamarin_testing::draft`, `tamarin_testing::raw`), and z3 is asked whether the two can differ.
//!
//! `cargo test` runs a short part; `npm run test:long` runs more.

use proptest::prop_oneof;
use proptest::strategy::{Strategy as _, ValueTree};
use proptest::test_runner::TestRunner;
use tamarin::facts::range::Ranges;
use tamarin::facts::{Assumed, Facts};
use tamarin::machine::{Image, Machine, Stop};
use tamarin::symbolic::merge::Scope;
use tamarin::symbolic::path;
use tamarin::term::{Model, Term, Terms};
use tamarin::trace::{TraceRecorder, passes};
use tamarin_testing::conditions::{Bounds, Conditions, Inequalities, model, oriented};
use tamarin_testing::draft::Draft;
use tamarin_testing::generate::{forward, inputs, program};
use tamarin_testing::laws::LAWS;
use tamarin_testing::questions::{Random, Soup};
use tamarin_testing::raw::raw;
use tamarin_testing::smt::{Refuter, printed};
use tamarin_testing::summary_of;
use tamarin_testing::sums::Sums;
use tamarin_testing::{figure, is_long, z3_or_skip};

/// The effort limit of z3 for a query: at most half a second.
fn rlimit() -> u64 {
    if is_long() { 1_500_000 } else { 300_000 }
}
/// Steps of a random program's run.
const FUEL: u64 = 60;

/// Poses questions in numbered rounds, `short` or `long` many. A few may be too hard.
fn refute(what: &str, rounds: [u64; 2], round: impl FnMut(&mut Refuter, u64)) {
    refute_most(what, 20, rounds, round);
}

/// The same; for each query that is too hard, at least this many must be decided.
fn refute_most(
    what: &str,
    refuted_for_unknown: usize,
    [short, long]: [u64; 2],
    mut round: impl FnMut(&mut Refuter, u64),
) {
    let Some(z3) = z3_or_skip() else { return };
    let mut refuter = Refuter::new(z3, rlimit());
    for number in 0..if is_long() { long } else { short } {
        round(&mut refuter, number);
    }
    let Refuter { refuted, unknown, .. } = refuter;
    figure(&format!("rewriting, {what}: {refuted} questions refuted by z3, {unknown} unknown"));
    let is_most = refuted > 0 && unknown * refuted_for_unknown <= refuted;
    assert!(is_most, "{refuted} refuted, {unknown} unknown");
}

/// All of these hold.
fn all(claims: impl IntoIterator<Item = String>) -> String {
    claims.into_iter().fold("(and true".to_owned(), |all, claim| all + " " + &claim) + ")"
}

fn names(drafts: &[Draft]) -> impl Iterator<Item = String> {
    drafts.iter().map(|draft| draft.name())
}

/// Facts that make two words equal under the model, as one fact or as two that only together imply it, and a word
/// computed from both.
fn equal_words(soup: &mut Soup, random: &mut Random, model: &Model) -> (Vec<Draft>, Draft) {
    let (a, b) = (soup.word(), soup.word());
    let drafts = &mut soup.drafts;
    let [of_a, of_b] = [a, b].map(|word| drafts.terms.eval(&[word.term], model)[0] as u32);
    let distance = drafts.word(of_a.wrapping_sub(of_b));
    let b = drafts.add(b, distance);
    let mut facts = match random.below(4) {
        0 => vec![drafts.eq(a, b)],
        1 => vec![drafts.slt(a, b), drafts.slt(b, a)],
        2 => vec![drafts.ult(a, b), drafts.ult(b, a)],
        // A bound on either side of the one value.
        _ => {
            let value = drafts.word(of_a);
            vec![drafts.slt(a, value), drafts.slt(value, a)]
        }
    };
    // One of two says less than that.
    if random.chance(3) {
        facts.truncate(1);
    }
    let facts = facts.into_iter().map(|fact| oriented(drafts, fact, model)).collect();
    let five = drafts.word(5);
    let five_b = drafts.mul(five, b);
    (facts, drafts.sub(five_b, a))
}

#[test]
fn folding_keeps_the_meaning() {
    refute("folded terms", [8, 400], |refuter, number| {
        let mut soup = Soup::new(number);
        let laws: Vec<Draft> = (0..LAWS).map(|law| soup.law(law)).collect();
        let others = [soup.word(), soup.double(), soup.claim()];
        for root in laws.into_iter().chain(others) {
            let (definitions, [folded]) = printed(&soup.drafts.terms, [root.term]);
            let differ = format!("(assert (distinct {} {folded}))\n", root.name());
            refuter.refute(
                &format!("soup {number}"),
                &[&soup.drafts.text, &*definitions, &*differ].concat(),
            );
        }
    });
}

#[test]
fn what_facts_settle_is_so_where_they_hold() {
    refute("terms under facts", [20, 1_200], |refuter, number| {
        let mut soup = Soup::new(number);
        let mut random = Random(number);
        let model = model(&mut soup.drafts.terms, &mut random);
        let facts: Vec<Draft> = (0..1 + random.below(4))
            .map(|_| {
                let claim = match random.chance(2) {
                    true => soup.claim(),
                    false => {
                        let word = soup.word();
                        let value = soup.drafts.terms.eval(&[word.term], &model)[0];
                        let value = soup.drafts.word(value as u32);
                        soup.drafts.eq(word, value)
                    }
                };
                oriented(&mut soup.drafts, claim, &model)
            })
            .collect();
        let (mut facts, mut roots) = (facts, Vec::new());
        if random.chance(2) {
            let (equal, root) = equal_words(&mut soup, &mut random, &model);
            facts.extend(equal);
            roots.push(root);
        }
        roots.extend((0..4).map(|_| soup.law(random.below(LAWS))));
        let mut context = Facts::default();
        context.follow(&mut soup.drafts.terms, facts.iter().map(|fact| fact.term));
        for root in roots {
            let (known, why) = context.simplified(&mut soup.drafts.terms, root.term);
            let why = context.premises(why);
            let (definitions, [known]) = printed(&soup.drafts.terms, [known]);
            let differ = format!(
                "(assert {})\n(assert (distinct {} {known}))\n",
                all(why.iter().map(|&position| facts[position as usize].name())),
                root.name()
            );
            refuter.refute(
                &format!("facts {number}"),
                &[&soup.drafts.text, &*definitions, &*differ].concat(),
            );
        }
    });
}

#[test]
fn what_a_comparison_with_a_constant_settles_is_so() {
    refute("settled words", [15, 800], |refuter, number| {
        let mut soup = Soup::new(number);
        let mut asked = 0;
        for _ in 0..60 {
            let (a, b) = (soup.word(), soup.word());
            let settled = [true, false]
                .map(|equal| (equal, soup.drafts.terms.settled(a.term, b.term, equal)));
            for (equal, settled) in settled {
                let Some((word, value)) = settled else { continue };
                let (definitions, [word, value]) = printed(&soup.drafts.terms, [word, value]);
                let relation = if equal { "=" } else { "distinct" };
                let differ = format!(
                    "(assert ({relation} {} {}))\n(assert (distinct {word} {value}))\n",
                    a.name(),
                    b.name()
                );
                refuter.refute(
                    &format!("settled {number}"),
                    &[&soup.drafts.text, &*definitions, &*differ].concat(),
                );
                asked += 1;
            }
            if asked > 3 {
                break;
            }
        }
    });
}

/// Conditions omitted from the question about each path follow from those in it, and each condition reported as implied
/// follows from the named ones alone.
fn refute_what_is_left_out(refuter: &mut Refuter, what: &str, mut paths: impl Conditions) {
    let mut facts = Facts::default();
    for path in paths.paths() {
        let end = 1 + paths.random().below(path.len());
        let drafts = paths.drafts();
        facts.follow(&mut drafts.terms, path.iter().map(|draft| draft.term));
        for position in 0..path.len() {
            let Assumed::Implied(why) = facts.assumed(position) else { continue };
            assert!(why.conditions.last().is_none_or(|&last| (last as usize) < position));
            let premises = why.conditions.iter().map(|&premise| path[premise as usize].name());
            let more =
                format!("(assert {})\n(assert (not {}))\n", all(premises), path[position].name());
            let what = format!("{what}, {position} by {:?}", why.rule);
            refuter.refute(&what, &[&*drafts.text, &more].concat());
        }
        let before = path[..end].iter().zip(facts.redundancies());
        let needed = before.filter(|(_, said)| said.is_needed_before(end));
        let needed: Vec<Draft> = needed.map(|(draft, _)| *draft).collect();
        let more = format!(
            "(assert {})\n(assert (not {}))\n",
            all(names(&needed)),
            all(names(&path[..end]))
        );
        refuter.refute(what, &[&*drafts.text, &more].concat());
    }
}

#[test]
fn conditions_that_are_left_out_are_said_by_others() {
    refute("superfluous conditions", [5, 1_000], |refuter, number| {
        refute_what_is_left_out(refuter, &format!("news {number}"), Bounds::new(number));
    });
    refute_most("superfluous inequalities", 10, [20, 2_000], |refuter, number| {
        let what = format!("inequalities {number}");
        refute_what_is_left_out(refuter, &what, Inequalities::new(number));
    });
}

#[test]
fn ranges_are_what_the_bounds_leave() {
    refute("ranges", [20, 1_000], |refuter, number| {
        let mut bounds = Bounds::new(number);
        let path: Vec<Draft> = (0..1 + number % 8).map(|_| bounds.condition()).collect();
        let ranges = Ranges::new(&bounds.drafts.terms, path.iter().map(|draft| draft.term));
        let mut covered = ranges.others.clone();
        for range in &ranges.ranges {
            let (definitions, [word]) = printed(&bounds.drafts.terms, [range.term]);
            let within = range.intervals.iter().fold("(or false".to_owned(), |any, (a, b)| {
                format!("{any} (and (bvule #x{a:08x} {word}) (bvule {word} #x{b:08x}))")
            });
            let said = all(range.said_by.iter().map(|&position| path[position].name()));
            let differ = format!("(assert (distinct {said} {within})))\n");
            let text = [&*bounds.drafts.text, &*definitions, &*differ].concat();
            refuter.refute(&format!("range {number}"), &text);
            covered.extend(&range.said_by);
        }
        covered.sort_unstable();
        assert!(covered.into_iter().eq(0..path.len()), "each assertion is somewhere, once");
    });
}

/// Claims about sums as integers, and claims by cases; first tested by evaluation on words that are likely to refute
/// them.
#[test]
fn words_that_are_said_to_be_equal_are() {
    let mut models = 0;
    refute_most("sums and cases", 2, [400, 4_000], |refuter, number| {
        for seed in number * 20..(number + 1) * 20 {
            let mut sums = Sums::new(seed);
            let (facts, sides) = (sums.facts(), sums.sides());
            let terms: Vec<Term> = facts.iter().map(|fact| fact.term).collect();
            let words = sides.map(|side| side.term);
            let mut context = Facts::default();
            context.follow(&mut sums.drafts.terms, terms.iter().copied());
            let equal = sums.drafts.terms.eq(words[0], words[1]);
            let proved = context.prove(&mut sums.drafts.terms, equal);
            let (Some(why), true) = (proved, words[0] != words[1]) else { continue };
            let premises = || why.conditions.iter().map(|&premise| premise as usize);
            for _ in 0..200 {
                let model = model(&mut sums.drafts.terms, &mut sums.random);
                if !premises().all(|premise| sums.drafts.terms.holds(terms[premise], &model)) {
                    continue;
                }
                models += 1;
                let values = sums.drafts.terms.eval(&words, &model);
                let text = &sums.drafts.text;
                assert_eq!(values[0], values[1], "sums {seed} under {model:?}\n{text}");
            }
            // Proofs about divisions take z3 long.
            if seed % 16 == 0 {
                let [a, b] = sides.map(|side| side.name());
                let premises = all(premises().map(|premise| facts[premise].name()));
                let differ = format!("(assert {premises})\n(assert (distinct {a} {b}))\n");
                let text = [&*sums.drafts.text, &*differ].concat();
                refuter.refute(&format!("sums {seed}"), &text);
            }
        }
    });
    figure(&format!("rewriting, sums and cases: evaluated on {models} inputs"));
}

/// The path of a run, after all passes, means the same as the raw trace; so does the formula of its program, if it has
/// one.
#[test]
fn paths_and_summaries_mean_what_traces_say() {
    let mut runner = TestRunner::deterministic();
    let strategy = prop_oneof![1 => (program(), inputs()), 3 => forward()];
    let mut summaries = 0;
    refute("paths of random programs", [80, 4_000], |refuter, number| {
        let (program, inputs) = strategy.new_tree(&mut runner).expect("no filters").current();
        let image = Image::new(&program);
        let mut machine = Machine::new(&image, inputs);
        let mut recorder = TraceRecorder::new(&image);
        let stop = machine.run(FUEL, &mut recorder);
        let trace = recorder.finish();
        let raw = raw(&trace, "raw");

        let mut terms = Terms::new();
        let path = path::translate(&mut terms, &passes::lower(&trace, usize::MAX));
        let yes = terms.bool(true);
        let conditions = path.conditions.iter().map(|condition| condition.term);
        let conditions = conditions.fold(yes, |all, condition| terms.and(all, condition));
        let (definitions, [conditions, result]) = printed(&terms, [conditions, path.result]);
        let taken = all(raw.conditions);
        let differ = format!(
            "(assert (or (distinct {taken} {conditions}) (and {taken} (distinct {} {result}))))\n",
            raw.result
        );
        refuter.refute(&format!("path {number}"), &[&raw.text, &*definitions, &*differ].concat());

        let Some(summary) = summary_of(&mut terms, &image, FUEL, Scope::All) else { return };
        summaries += 1;
        let (definitions, [faults, result]) = printed(&terms, [summary.faults, summary.result]);
        let differ = match stop {
            Stop::Fault(_) => format!("(not {faults})"),
            Stop::Done => format!("(or {faults} (distinct {} {result}))", raw.result),
            Stop::OutOfFuel => panic!("program {number} has a summary"),
        };
        let differ = format!("(assert (and {taken} {differ}))\n");
        let what = format!("summary {number}");
        refuter.refute(&what, &[&raw.text, &*definitions, &*differ].concat());
    });
    assert!(summaries > 0 || z3_or_skip().is_none(), "no program has a summary");
}
