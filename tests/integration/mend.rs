//! Suggested fixes: edits that are claimed to make two programs agree.

mod left;

use std::rc::Rc;

use proptest::prelude::*;
use tamarin::asm::disassemble;
use tamarin::engines::difference::Difference;
use tamarin::engines::mend::{Mend, mend, repairs};
use tamarin::engines::paths::Options;
use tamarin::engines::paths::outcome::{agreement, difference, ends, outcome};
use tamarin::link::{self, File};
use tamarin::machine::{Image, Inputs};
use tamarin::object::Object;
use tamarin::report::{Agreement, Side};
use tamarin::solver::Stop;
use tamarin::solver::bitblast::Bitblast;
use tamarin_testing::generate::{cases, reduced_pair};
use tamarin_testing::mutants::{Mutant, mutants};
use tamarin_testing::{figure, is_long};

fn mended(images: [&Rc<Image>; 2], text: &str, inputs: &Inputs, options: &Options) -> Option<Mend> {
    let difference = Difference { images, options, inputs: inputs.clone() };
    let mut solver = Bitblast::new();
    let files = [File::text("", text)];
    let mut observer = ();
    pollster::block_on(mend(
        &difference,
        [&files[..0], &files[..]],
        Some(Side::Left),
        &mut solver,
        &Stop::NEVER,
        &mut observer,
    ))
}

/// Whether an edit of a mutant restores the original.
fn can_be_taken_back(mutant: &Mutant) -> bool {
    let files = [File::text("", &mutant.text)];
    let program = link::program(&files).output.expect("a mutant is a program");
    let before = link::assemble(&mutant.before).program;
    repairs(&program, &files, [&mutant.left, &mutant.right])
        .iter()
        .any(|edit| link::assemble(&edit.apply(&mutant.text)).program == before)
}

#[test]
fn a_mistake_of_one_token_is_found() {
    let count = if is_long() { 500 } else { 60 };
    let (mut listed, mut found, mut proved, mut same_line) = (0, 0, 0, 0);
    for mutant in mutants(count) {
        let Mutant { left, right, text, inputs, edit, .. } = &mutant;
        if !can_be_taken_back(&mutant) {
            continue;
        }
        listed += 1;
        let Some(mend) = mended([left, right], text, inputs, &Options::default()) else { continue };
        found += 1;
        proved += u32::from(mend.proved);
        same_line += u32::from(mend.edit.line == edit.line);
    }
    figure(&format!(
        "mend: of {count} mutants {listed} can be taken back by one edit; {found} are mended, \
         {proved} by proof, {same_line} in the line of the mistake"
    ));
    assert!(listed * 2 > count as u32, "{listed}");
    assert!(proved * 100 >= listed * 95, "{proved} of {listed}");
}

proptest! {
    #![proptest_config(cases(60))]

    /// Programs for which few inputs are relevant, so that each can be tried.
    #[test]
    fn what_a_mend_claims_holds((reduced, pair) in reduced_pair()) {
        let options = Options { fuel: 60, ..Options::default() };
        let texts = pair.each_ref().map(|program| {
            let words = program.words.clone();
            disassemble(&Object { words, ..Object::default() })
        });
        let images = texts.each_ref().map(|text| {
            Image::new(&link::assemble(text).program.expect("it was a program"))
        });
        let [left, right] = &images;
        let run = |image, inputs| outcome(image, inputs, options.fuel);
        let differs = |inputs: &[u32; 2]| difference(&run(left, *inputs), &run(right, *inputs)).is_some();
        let Some(witness) = reduced.inputs().find(differs) else { return Ok(()) };
        let Some(mend) = mended([left, right], &texts[1], &witness.into(), &options) else {
            return Ok(());
        };
        let edited = Image::new(&link::assemble(&mend.edit.apply(&texts[1])).program.expect("it is one"));
        for inputs in reduced.inputs() {
            let [a, b] = ends([left, &edited], &inputs.into(), options.fuel);
            if inputs == witness || mend.proved {
                prop_assert_ne!(agreement(&a, &b), Agreement::Differ, "{:?}: {:?}", inputs, mend);
            }
        }
    }
}

/// A missing statement that resembles no statement in either text.
#[test]
fn a_statement_that_no_program_has_is_put_back() {
    let options = Options::default();
    // A product and a quotient; a number; a branch.
    let before = "lis $4\n.word 7\nmult $1, $4\nmflo $5\nmult $5, $2\nmflo $3\n\
                  beq $3, $0, end\nadd $3, $3, $5\nend: jr $31\n";
    let left = "add $5, $1, $1\nadd $4, $5, $5\nadd $5, $5, $4\nadd $5, $5, $1\n\
                multu $2, $5\nmflo $3\nbeq $3, $0, 1\nadd $3, $5, $3\njr $31\n";
    for (statement, inputs) in
        [("mult $5, $2\n", [1, 2]), ("lis $4\n.word 7\n", [1, 2]), ("beq $3, $0, end\n", [1, 0])]
    {
        let right = before.replacen(statement, "", 1);
        let images = [left, &right]
            .map(|text| Image::new(&link::assemble(text).program.expect("it is one")));
        let mend = mended(images.each_ref(), &right, &inputs.into(), &options);
        let mend = mend.unwrap_or_else(|| panic!("without {statement}"));
        assert!(mend.proved, "{mend:?}");
        let edited =
            Image::new(&link::assemble(&mend.edit.apply(&right)).program.expect("it is one"));
        for number in 0..400u32 {
            let inputs = Inputs::from([number / 20, number % 20]);
            let [a, b] = ends([&images[0], &edited], &inputs, options.fuel);
            assert!(difference(&a, &b).is_none(), "{inputs:?}: {mend:?}");
        }
    }
}

#[test]
fn nothing_is_mended_once_it_is_to_stop() {
    let mutant = mutants(1).remove(0);
    let options = Options::default();
    let images = [&mutant.left, &mutant.right];
    let difference = Difference { images, options: &options, inputs: mutant.inputs.clone() };
    let files = [File::text("", &mutant.text)];
    let mut solver = Bitblast::new();
    let stop = Stop::when(|| true);
    let mut observer = ();
    let mend = mend(
        &difference,
        [&files[..0], &files[..]],
        Some(Side::Left),
        &mut solver,
        &stop,
        &mut observer,
    );
    assert_eq!(pollster::block_on(mend), None);
}

/// The same program with other spaces, comments and label names.
fn rewritten(text: &str) -> String {
    let program = link::assemble(text).program.expect("it is a program");
    let mut names: Vec<&str> = program.labels.iter().map(|label| label.name.as_str()).collect();
    names.sort_by_key(|name| std::cmp::Reverse(name.len()));
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut lines = vec!["; a copy".to_owned()];
    for line in text.lines() {
        let code = line.split([';', '#']).next().unwrap_or_default();
        let code = code.split("//").next().unwrap_or_default().trim_end();
        let mut renamed = String::new();
        let mut rest = code;
        while !rest.is_empty() {
            let word = rest.find(|c| !is_name(c)).unwrap_or(rest.len()).max(1);
            let known = names.contains(&&rest[..word]);
            renamed.push_str(if known { "its_" } else { "" });
            renamed.push_str(&rest[..word]);
            rest = &rest[word..];
        }
        lines.push(format!("  {} ; {}", renamed.replace(", ", ","), lines.len()));
    }
    lines.join("\n")
}

/// Whichever edit it was, the one that takes it back is found, at once.
#[test]
fn an_edit_that_restores_the_left_text_is_found() {
    let options = Options::default();
    for mutant in mutants(if is_long() { 500 } else { 36 }) {
        let Mutant { right, text, before, inputs, name, edit, .. } = &mutant;
        for left in [before.clone(), rewritten(before)] {
            let program = link::assemble(&left).program.expect("it is a program");
            let image = Image::new(&program);
            let here =
                Difference { images: [&image, right], options: &options, inputs: inputs.clone() };
            let files = [[File::text("", &left)], [File::text("", text)]];
            let both = files.each_ref().map(|files| &files[..]);
            let (mut solver, mut observer) = (Bitblast::new(), ());
            let found =
                mend(&here, both, Some(Side::Left), &mut solver, &Stop::NEVER, &mut observer);
            let found = pollster::block_on(found).unwrap_or_else(|| panic!("{name}: {edit:?}"));
            let mended = link::assemble(&found.edit.apply(text)).program;
            assert!(found.proved, "{name}: {found:?}");
            assert_eq!(mended.as_ref(), Some(&program), "{name}: {edit:?}, {found:?}");
        }
    }
}

/// Edits at two places that together restore another text, with the expected statements.
#[test]
fn several_places_are_restored_together() {
    let left = "; a clamp\n  lis $5\n  .word 10\n  lis $6\n  .word 100\n  slt $4, $1, $5\n\
                beq $4, $0, high\n  add $3, $5, $0\n  jr $31\nhigh: slt $4, $6, $1\n\
                beq $4, $0, in\n  add $3, $6, $0\n  jr $31\nin: add $3, $1, $0\n  jr $31\n";
    let cases = [
        // Another number twice, far apart.
        (
            left.replace(".word 10\n", ".word 11\n")
                .replace("high: slt $4, $6, $1", "high: slt $4, $1, $6"),
            2,
        ),
        // A statement too many, and one too few.
        (
            left.replace("  add $3, $6, $0\n", "")
                .replace("  slt $4, $1, $5\n", "  slt $4, $1, $5\n  add $5, $5, $5\n"),
            2,
        ),
        // Two in the other order are one place.
        (
            left.replace(
                "  add $3, $5, $0\n  jr $31\nhigh: ",
                "  jr $31\n  add $3, $5, $0\nhigh: ",
            ),
            1,
        ),
        // Three of them.
        (
            left.replace(".word 10\n", ".word 11\n")
                .replace(".word 100", ".word 99")
                .replace("in: add $3, $1, $0", "in: sub $3, $0, $1"),
            3,
        ),
    ];
    let image = |text: &str| Image::new(&link::assemble(text).program.expect("it is a program"));
    let options = Options::default();
    for (right, places) in cases {
        let images = [image(left), image(&right)];
        let inputs = (0..200u32)
            .map(|number| Inputs::from([number, 0]))
            .find(|inputs| {
                let [a, b] = ends(images.each_ref(), inputs, options.fuel);
                difference(&a, &b).is_some()
            })
            .expect("they differ");
        let here = Difference { images: images.each_ref(), options: &options, inputs };
        let files = [[File::text("", left)], [File::text("", &right)]];
        let both = files.each_ref().map(|files| &files[..]);
        let mut solver = Bitblast::new();
        let found = pollster::block_on(mend(
            &here,
            both,
            Some(Side::Left),
            &mut solver,
            &Stop::NEVER,
            &mut (),
        ));
        let found = found.expect("there is one");
        let edited = found.edit.apply(&right);
        assert_eq!(link::assemble(&edited).program, link::assemble(left).program, "{edited}");
        assert_eq!((found.proved, found.edit.more.len() + 1), (true, places), "{found:?}");
    }
}
