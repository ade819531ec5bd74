//! Interim reports of a running comparison hold: outside their condition no input shows a difference.

use std::ops::ControlFlow;
use std::rc::Rc;

use tamarin::contract::{Contract, Spec};
use tamarin::engines::paths::outcome::{agreement, ends};
use tamarin::engines::paths::{Observer, Options, Signalled, compare};
use tamarin::link::assemble;
use tamarin::machine::{Image, Inputs};
use tamarin::report::{Agreement, Event};
use tamarin::solver::Effort;
use tamarin::solver::bitblast::Bitblast;

use super::alignment::corpus::Pair;

/// Waits for the verdict, and collects the interim reports.
#[derive(Default)]
struct Reader {
    /// The texts and what each assumes, in order.
    told: Vec<(String, Option<String>)>,
}

impl Observer for Reader {
    fn event<'a>(&'a mut self, event: &'a Event) -> Signalled<'a> {
        if let Event::SoFar { headline, next, .. } = event {
            let assume = next.first().and_then(|step| step.assume.clone());
            self.told.push((headline.text.clone(), assume));
        }
        Box::pin(std::future::ready(ControlFlow::Continue(())))
    }

    fn is_awaited(&self) -> bool {
        true
    }
}

/// The interim reports of a comparison with little work.
fn told(images: &[Rc<Image>; 2], contract: &Contract) -> Vec<(String, Option<String>)> {
    let options = Options {
        contract: contract.clone().into(),
        effort: Effort(500),
        max_runs: 100,
        max_work: Some(100_000),
        ..Options::default()
    };
    let (mut solver, mut reader) = (Bitblast::new(), Reader::default());
    let [left, right] = images;
    pollster::block_on(compare(left, right, &options, &mut solver, &mut reader));
    reader.told
}

/// Counts `$1` down to 0 and, after more than `from` iterations, counts one twice if `$2` is 77777. No word of the text
/// reveals that input.
fn counts_twice(from: u32) -> String {
    format!(
        "lis $4\n.word 1\nlis $5\n.word {from}\nlis $8\n.word 3\nmult $2, $8\nmflo $9\n\
         lis $6\n.word 233331\nadd $3, $0, $0\n\
         loop: beq $1, $0, end\nslt $7, $5, $3\nbeq $7, $0, one\nbne $9, $6, one\n\
         add $3, $3, $4\none: add $3, $3, $4\nsub $1, $1, $4\nbeq $0, $0, loop\nend: jr $31\n"
    )
}

#[test]
fn inputs_that_are_not_open_agree() {
    let contract = Contract::default();
    let image = |text: &str| Image::new(&assemble(text).program.expect("it is a program"));
    let counts = image(&counts_twice(u32::MAX >> 1));
    let [mut conditions, mut agree, mut open] = [0; 3];
    for from in (30..150).step_by(20) {
        let images = [Rc::clone(&counts), image(&counts_twice(from))];
        for (text, assume) in told(&images, &contract) {
            let Some(assume) = assume else { continue };
            let spec = Spec { assume: vec![assume], ..Spec::default() };
            let decided = Contract::new(&spec).expect("it is a contract");
            conditions += 1;
            for first in -10i32..250 {
                let inputs = Inputs::from([first as u32, 77_777]);
                let [left, right] = ends(images.each_ref(), &inputs, 10_000);
                let differ = agreement(&left, &right) == Agreement::Differ;
                match decided.allows(&inputs) {
                    true => assert!(!differ, "{from}: {text} {inputs:?}"),
                    false => open += u32::from(differ),
                }
                agree += u32::from(!differ);
            }
        }
    }
    println!("{conditions} conditions, {agree} inputs agree, {open} differ and are open");
    assert!(conditions > 3 && agree > 100 && open > 100, "{conditions} {agree} {open}");
}

/// The loops of this pair have an answer before a proof about them is tried.
#[test]
fn it_is_told_before_a_proof_is_tried() {
    let pairs = Pair::of("tests/corpus/families");
    let pair = pairs.iter().find(|it| it.name.contains("steps-1-stack")).expect("it is there");
    let told = told(&pair.images(), &pair.contract);
    assert!(told[0].0.starts_with("No difference found so far; not decided for "), "{told:?}");
}
