//! The examples in the debugger: where their runs part, and that a timeline agrees with the emulator.

use tamarin::engines::paths::outcome::{difference, outcome};
use tamarin::machine::mips::Reg;
use tamarin::machine::{Machine, Stop};
use tamarin::views::lockstep::mips::Timeline;
use tamarin::views::lockstep::{Lockstep, Parting};
use tamarin_testing::examples::{Example, image};

const INPUTS: [[u32; 2]; 8] =
    [[0, 0], [1, 100], [42, 103], [241, 103], [8, 241], [5, 0], [3, 5], [0xffff_ffff, 2]];

fn lockstep(example: &Example, inputs: [u32; 2]) -> Lockstep<Timeline> {
    let [left, right] = &example.images();
    Lockstep::record([left, right], inputs, 300)
}

/// The kind of the parting, and the instructions there.
fn shown(lockstep: &Lockstep<Timeline>) -> String {
    let Some(Parting { kind, steps, .. }) = lockstep.parting() else { return "none".to_owned() };
    let texts = [0, 1].map(|side| match steps[side] {
        Some(step) => {
            let instruction = lockstep.runs()[side].steps()[step].instruction();
            instruction.map_or("no instruction".to_owned(), |instruction| instruction.to_string())
        }
        None => "-".to_owned(),
    });
    format!("{kind:?}: {} | {}", texts[0], texts[1])
}

#[test]
fn examples_part_where_a_person_would_say() {
    for (name, inputs, expected) in [
        ("fig05", [1, 100], "Branch: bne $1, $28, 1 | bne $2, $28, 1"),
        // Both branches find their operands equal, so the sums it is.
        ("fig05", [42, 100], "Value: add $3, $1, $2 | add $3, $3, $2"),
        ("rare-pair", [42, 103], "Branch: - | bne $1, $4, 4"),
        ("loop", [0, 5], "Value: add $3, $0, $0 | add $3, $3, $2"),
        ("loop-same", [3, 5], "none"),
        ("call", [241, 103], "Branch: beq $2, $6, 1 | beq $2, $6, 1"),
        ("memory", [8, 241], "Branch: beq $6, $0, 4 | beq $6, $0, 4"),
        ("memory", [8, 7], "Branch: beq $6, $0, 4 | beq $6, $0, 4"),
        ("memory", [3, 7], "none"),
        ("division-by-zero", [5, 0], "Fault: div $1, $2 | -"),
        ("division-by-zero", [5, 2], "none"),
    ] {
        let lockstep = lockstep(&Example::load(name), inputs);
        assert_eq!(shown(&lockstep), expected, "{name} on {inputs:?}");
    }
}

#[test]
fn runs_that_differ_part_somewhere() {
    for example in Example::of_two_integers() {
        let [left, right] = example.images();
        for inputs in INPUTS {
            let outcomes = [&left, &right].map(|image| outcome(image, inputs, 300));
            let lockstep = lockstep(&example, inputs);
            let differ = difference(&outcomes[0], &outcomes[1]).is_some();
            let context = format!("{} on {inputs:?}: {}", example.name, shown(&lockstep));
            assert!(!differ || lockstep.parting().is_some(), "{context}");
            assert_eq!(lockstep.runs().each_ref().map(|run| run.outcome()), outcomes);
            if let Some(Parting { position, steps, .. }) = lockstep.parting() {
                assert!(position <= lockstep.last(), "{context}");
                for (step, taken) in steps.into_iter().zip(lockstep.steps(position)) {
                    assert!(step.is_none_or(|step| step < taken), "{context}");
                }
            }
        }
    }
}

#[test]
fn a_program_does_not_part_from_itself() {
    for example in Example::of_two_integers() {
        for image in example.images() {
            for inputs in INPUTS {
                let lockstep = Lockstep::record([&image, &image], inputs, 300);
                assert_eq!(lockstep.parting(), None, "{}", example.name);
                assert_eq!(lockstep.last(), lockstep.runs()[0].len());
            }
        }
    }
}

#[test]
fn sides_may_be_swapped() {
    for example in Example::of_two_integers() {
        let [left, right] = &example.images();
        for inputs in INPUTS {
            let one = Lockstep::record([left, right], inputs, 300);
            let other = Lockstep::record([right, left], inputs, 300);
            let kind =
                |lockstep: &Lockstep<Timeline>| lockstep.parting().map(|parting| parting.kind);
            assert_eq!(kind(&one), kind(&other), "{} on {inputs:?}", example.name);
            assert_eq!(one.last(), other.last());
        }
    }
}

#[test]
fn a_timeline_is_what_the_emulator_does() {
    for example in Example::of_two_integers() {
        for inputs in INPUTS {
            for run in lockstep(&example, inputs).runs() {
                let mut machine = Machine::new(run.image(), inputs);
                for steps in 0..=run.len() {
                    let registers = run.registers(steps);
                    for reg in Reg::all() {
                        assert_eq!(registers.general[reg.index()], machine.state.reg(reg));
                    }
                    assert_eq!((registers.hi, registers.lo), (machine.state.hi, machine.state.lo));
                    assert_eq!(run.pc(steps).0, machine.state.pc, "{}", example.name);
                    for word in run.touched(steps).iter().chain(&run.stack(steps)) {
                        assert_eq!(word.value, machine.memory.load(word.address));
                    }
                    machine.run(1, &mut ());
                }
            }
        }
    }
}

#[test]
fn a_machine_that_is_restarted_is_a_new_one() {
    let writes_itself = "lis $4\n.word 24\nlis $5\nadd $3, $1, $2\nsw $5, 0($4)\nsw $1, -8($30)\n\
                         sub $3, $1, $2\nlw $6, -12($30)\nsw $2, -12($30)\nadd $3, $3, $6\njr $31";
    let mut images: Vec<_> = Example::of_two_integers().iter().flat_map(Example::images).collect();
    images.push(image(writes_itself));
    for image in images {
        let mut machine = Machine::new(&image, [0, 0]);
        for inputs in INPUTS.into_iter().chain(INPUTS) {
            machine.restart(inputs);
            let stop = machine.run(300, &mut ());
            let mut fresh = Machine::new(&image, inputs);
            assert_eq!(stop, fresh.run(300, &mut ()));
            assert_eq!(machine.steps, fresh.steps);
            for reg in Reg::all() {
                assert_eq!(machine.state.reg(reg), fresh.state.reg(reg));
            }
            assert!(stop != Stop::Done || machine.state.result() == fresh.state.result());
        }
    }
}
