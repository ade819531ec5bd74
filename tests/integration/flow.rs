//! Control-flow graphs are compared with the emulator: each step of a run is an edge of the graph, or the graph is
//! marked incomplete there.

use std::rc::Rc;

use proptest::prelude::*;
use tamarin::flow::cfg::{EdgeKind, Graph, Loops, Target, Why};
use tamarin::link::assemble;
use tamarin::machine::{Image, Machine, Stop};
use tamarin::program::{Address, Program};
use tamarin_testing::generate::{cases, inputs, program};

/// A word that is not live before an instruction may be replaced by any other: how a run ends, its output and its
/// observed results stay the same.
#[test]
fn a_word_that_is_not_live_does_not_matter() {
    use proptest::strategy::ValueTree;
    use tamarin::flow::liveness::Liveness;
    use tamarin::machine::mips::Reg;
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let (mut changed, mut live) = (0, 0);
    for _ in 0..3_000 {
        let case = (program(), inputs(), 0u64..30).new_tree(&mut runner).expect("there is one");
        let (program, inputs, steps) = ValueTree::current(&case);
        let image = Image::new(&program);
        let liveness = Liveness::of(&image);
        let end = |change: bool| {
            let mut machine = Machine::new(&image, inputs);
            if machine.run(steps, &mut ()) != Stop::OutOfFuel {
                return None;
            }
            // Code that a program stores and then executes is not part of its text.
            let text = (0..image.words().len()).map(|at| machine.memory.load(Address::of_word(at)));
            if !text.eq(image.words().iter().copied()) {
                return None;
            }
            let places = liveness.at(machine.state.pc);
            let dead = Reg::all().skip(1).filter(|&reg| !places.has_reg(reg));
            let mut count = 0;
            for reg in dead.filter(|_| change) {
                machine.state.set(reg, 0x9876_5431 + u32::from(reg.number()));
                count += 1;
            }
            if change && !places.has_hi() {
                machine.state.hi = 77;
            }
            if change && !places.has_lo() {
                machine.state.lo = 78;
            }
            let stop = machine.run(500, &mut ());
            let text = (0..image.words().len()).map(|at| machine.memory.load(Address::of_word(at)));
            let is_text = text.eq(image.words().iter().copied());
            let result = (stop == Stop::Done).then(|| machine.state.result());
            is_text.then(|| ((format!("{stop:?}"), result, machine.output.bytes.clone()), count))
        };
        let (Some((plain, _)), Some((other, count))) = (end(false), end(true)) else { continue };
        assert_eq!(plain, other, "{:x?} on {inputs:?} after {steps}", image.words());
        changed += u32::from(count > 0);
        live += u32::from(count == 0);
    }
    assert!(changed > 300, "{changed} {live}");
}

/// Runs the program along its graph. Returns whether the graph covers the whole run.
fn follow(image: &Rc<Image>, graph: &Graph, inputs: [u32; 2]) -> Result<bool, String> {
    let mut machine = Machine::new(image, inputs);
    let text = |machine: &Machine| -> Vec<u32> {
        (0..image.words().len()).map(|i| machine.memory.load(Address::of_word(i))).collect()
    };
    for _ in 0..400 {
        let from = Address(machine.state.pc);
        if from.0 == image.return_address() {
            return Ok(true);
        }
        let taken = machine.steps;
        let stop = machine.run(1, &mut ());
        if matches!(stop, Stop::Fault(fault) if fault.at == from) {
            return Ok(true);
        }
        assert_eq!(machine.steps, taken + 1);
        let to = Address(machine.state.pc);
        let why: Vec<Why> = graph.incomplete_at(from).collect();
        if text(&machine) != image.words() {
            return match why.contains(&Why::TextStore) {
                true => Ok(false),
                false => Err(format!("{from} stores into the text")),
            };
        }
        // If some targets are unknown, nothing is checked after it: only another caller may take this one.
        if why.iter().any(|&why| why != Why::TextStore) {
            return Ok(false);
        }
        if !graph.has_step(from, to) {
            return Err(format!("{from} to {to} is no edge: {graph:#?}"));
        }
        if stop != Stop::OutOfFuel {
            return Ok(true);
        }
    }
    Ok(true)
}

/// Programs with procedures, some of which save the registers they use, with recursive calls and computed jumps.
fn procedures() -> impl Strategy<Value = Program> {
    let line = prop_oneof![
        3 => Just("sub $30, $30, $4\nsw $31, 0($30)"),
        3 => Just("lw $31, 0($30)\nadd $30, $30, $4"),
        2 => Just("sw $31, -4($30)"),
        2 => Just("lw $31, -4($30)"),
        2 => Just("sw $1, -8($30)"),
        1 => Just("sw $1, 0($2)"),
        1 => Just("sw $31, 0($29)"),
        1 => Just("lw $31, 0($29)"),
        1 => Just("add $29, $30, $0"),
        1 => Just("add $30, $29, $0"),
        2 => Just("jr $31"),
        2 => Just("beq $1, $0, p0"),
        2 => Just("beq $1, $2, p1"),
        2 => Just("bne $1, $2, 1"),
        2 => Just("sub $1, $1, $5"),
        4 => Just("lis $6\n.word p1\njalr $6"),
        4 => Just("lis $7\n.word p2\njalr $7"),
        1 => Just("jalr $6"),
        1 => Just("jr $7"),
        2 => Just("add $20, $31, $0"),
        2 => Just("add $31, $20, $0"),
        1 => Just("lw $6, table($0)\njr $6"),
    ];
    let part = || proptest::collection::vec(line.clone(), 0..7);
    (part(), part(), part()).prop_map(|parts| {
        let mut text = "lis $4\n.word 4\nlis $5\n.word 1\np0:\n".to_owned();
        for (part, label) in [(parts.0, "p1:"), (parts.1, "p2:"), (parts.2, "table: .word p2")] {
            text += &format!("{}\njr $31\n{label}\n", part.join("\n"));
        }
        let table = text.lines().map(|line| match line {
            "p0:" | "p1:" | "p2:" => 0,
            line if line.starts_with("table") => 0,
            _ => 4,
        });
        let before = text.lines().zip(table).take_while(|(l, _)| !l.starts_with("table"));
        let at: u32 = before.map(|(_, bytes)| bytes).sum();
        let text = text.replace("table($0)", &format!("{at}($0)"));
        assemble(&text).program.unwrap_or_else(|| panic!("{text}"))
    })
}

proptest! {
    #![proptest_config(cases(1500))]

    #[test]
    fn steps_of_random_programs_are_edges(
        program in program(),
        runs in proptest::collection::vec(inputs(), 3),
    ) {
        let image = Image::new(&program);
        let graph = Graph::of(&image);
        for inputs in runs {
            follow(&image, &graph, inputs).map_err(TestCaseError::fail)?;
        }
    }

    #[test]
    fn steps_of_procedures_are_edges(
        program in procedures(),
        runs in proptest::collection::vec([0u32..6, 0u32..6], 4),
    ) {
        let image = Image::new(&program);
        let graph = Graph::of(&image);
        for inputs in runs {
            follow(&image, &graph, inputs).map_err(TestCaseError::fail)?;
        }
    }
}

fn graph(text: &str) -> Graph {
    Graph::of(&Image::new(&assemble(text).program.expect(text)))
}

/// The loops of a program without procedures, by the addresses of blocks.
fn loops(text: &str) -> Loops {
    let graph = graph(text);
    graph.loops(&graph.procedures[0])
}

const RECURSIVE: &str = "
        lis $4
        .word 4
        lis $6
        .word 1
        sw $31, -4($30)
        sub $30, $30, $4
        lis $5
        .word factorial
        jalr $5
        add $30, $30, $4
        lw $31, -4($30)
        jr $31
    factorial:
        sw $31, -4($30)
        sw $1, -8($30)
        sub $30, $30, $4
        sub $30, $30, $4
        beq $1, $0, base
        sub $1, $1, $6
        jalr $5
        add $30, $30, $4
        add $30, $30, $4
        lw $31, -4($30)
        lw $1, -8($30)
        mult $1, $3
        mflo $3
        jr $31
    base:
        add $3, $6, $0
        add $30, $30, $4
        add $30, $30, $4
        lw $31, -4($30)
        jr $31";

#[test]
fn returns_of_a_recursion_are_proved() {
    let graph = graph(RECURSIVE);
    let unknown = graph.incomplete.iter().filter(|lack| lack.why == Why::UnknownTarget).count();
    assert_eq!(unknown, 0, "{:?}", graph.incomplete);
    // How deep it gets is not known: its stack may come down to the text.
    assert!(graph.incomplete.iter().all(|lack| lack.why == Why::TextStore));
    let [main, factorial] = &graph.procedures[..] else { panic!("two procedures") };
    assert_eq!((main.returns.len(), factorial.returns.len()), (1, 2));
    let returns = graph.edges.iter().filter(|edge| edge.kind == EdgeKind::Return);
    // From both returns of the function to the instructions after both calls, and from the program.
    assert_eq!(returns.clone().count(), 5);
    assert_eq!(returns.filter(|edge| edge.to == Target::Done).count(), 1);
    for inputs in [[0, 0], [1, 0], [7, 0]] {
        let image = Image::new(&assemble(RECURSIVE).program.expect("it has no errors"));
        assert_eq!(follow(&image, &graph, inputs), Ok(true));
    }
}

#[test]
fn a_return_address_that_may_have_been_hit_is_not_proved() {
    let text = "
        sw $31, -4($30)
        sw $1, 0($2)
        lw $31, -4($30)
        jr $31";
    let lacks: Vec<_> =
        graph(text).incomplete.into_iter().map(|lack| (lack.at.0, lack.why)).collect();
    assert_eq!(lacks, [(4, Why::TextStore), (12, Why::UnknownTarget)]);
    // A store at a known address elsewhere is no reason to doubt.
    let text = "
        sw $31, -4($30)
        sw $1, 0x100($0)
        lw $31, -4($30)
        jr $31";
    assert_eq!(graph(text).incomplete, []);
}

#[test]
fn a_table_of_jumps_is_resolved() {
    let text = "
        lis $4
        .word 36
        beq $1, $0, first
        lis $4
        .word 40
    first:
        lw $5, 0($4)
        jr $5
    a:  add $3, $1, $0
        jr $31
        .word a
        .word b
    b:  jr $31";
    let graph = graph(text);
    assert_eq!(graph.incomplete, []);
    let targets: Vec<u32> = graph.successors(Address(24)).map(|at| at.0).collect();
    assert_eq!(targets, [28, 44]);
}

#[test]
fn loops_are_found() {
    // Two nested loops.
    let nested = "
    outer: add $3, $3, $1
    inner: sub $2, $2, $4
        bne $2, $0, inner
        bne $1, $2, outer
        jr $31";
    let Loops { natural, irreducible } = loops(nested);
    let shown: Vec<_> = natural.iter().map(|l| (l.head, &l.latches[..], &l.body[..])).collect();
    assert_eq!(shown, [(0, &[2][..], &[0, 1, 2][..]), (1, &[1][..], &[1][..])]);
    assert_eq!(irreducible, Vec::<Vec<usize>>::new());
    // A cycle with two ways in.
    let two_ways_in = "
        beq $1, $0, second
    first: sub $2, $2, $4
    second: add $3, $3, $2
        bne $2, $0, first
        jr $31";
    let Loops { natural, irreducible } = loops(two_ways_in);
    assert_eq!(natural, []);
    assert_eq!(irreducible, [vec![1, 2]]);
}

#[test]
fn a_call_in_a_loop_goes_on_behind_itself() {
    let text = "
        sw $31, -4($30)
        lis $5
        .word twice
    again: jalr $5
        bne $1, $2, again
        lw $31, -4($30)
        jr $31
    twice:
        add $1, $1, $1
        jr $31";
    let graph = graph(text);
    assert_eq!(graph.incomplete, []);
    let main = &graph.procedures[0];
    let Loops { natural, .. } = graph.loops(main);
    let block = |at| graph.block_of(Address(at)).expect("it is reached");
    assert_eq!(natural.len(), 1);
    assert_eq!((natural[0].head, &natural[0].body[..]), (block(12), &[block(12), block(16)][..]));
    let dominators = graph.dominators(main);
    assert_eq!(dominators.immediate_dominator(block(20)), Some(block(16)));
    assert_eq!(graph.procedures[1].returns, [block(28)]);
}

/// The target of the jump to `$7` is known when the program reaches it, but not after the call, which also passes it
/// and returns there.
#[test]
fn what_is_behind_a_jump_that_is_not_known_is_not_told() {
    let text = "lis $7\n.word end\nagain: lis $7\n.word end\njalr $7\nbeq $1, $2, part\nlis $6\n\
                .word part\njalr $6\njr $31\npart: beq $1, $0, again\njr $7\njr $31\nend: jr $31";
    let graph = graph(text);
    assert!(graph.incomplete.iter().any(|incomplete| incomplete.why == Why::UnknownTarget));
    let image = Image::new(&assemble(text).program.expect(text));
    for inputs in [[1, 2], [0, 0], [3, 3], [0, 1]] {
        assert!(follow(&image, &graph, inputs).is_ok(), "{inputs:?}");
    }
    assert_eq!(follow(&image, &graph, [1, 2]), Ok(false));
}
