//! Among equally strong causes, those on lines that differ between the texts come first.

use std::rc::Rc;

use tamarin::engines::cause::{Cause, Check, Found, Search, Suspects, cause_near};
use tamarin::engines::difference::Difference;
use tamarin::engines::mend::differing;
use tamarin::engines::paths::Options;
use tamarin::link::{self, File};
use tamarin::machine::{Image, Inputs};
use tamarin::program::Address;
use tamarin::report::Side;
use tamarin::solver::Stop;
use tamarin::solver::bitblast::Bitblast;
use tamarin_testing::figure;
use tamarin_testing::mutants::{Mutant, mutants};

/// The lines that are not in both texts, and the causes without them and with them.
fn told(texts: [&str; 2], inputs: &Inputs) -> ([Vec<u32>; 2], [Option<Cause>; 2]) {
    let programs = texts.map(|text| link::assemble(text).program.expect("it is a program"));
    let files = texts.map(|text| [File::text("", text)]);
    let lines = differing(programs.each_ref(), files.each_ref().map(|files| &files[..]));
    let images: [Rc<Image>; 2] = programs.each_ref().map(Image::new);
    let options = Options::default();
    let here = Difference { images: images.each_ref(), options: &options, inputs: inputs.clone() };
    let addresses = lines.each_ref().map(|lines| lines.iter().map(|at| at.0).collect());
    let causes = [Suspects::default(), Suspects { differing: lines, ..Suspects::default() }];
    let causes = causes.map(|suspects| {
        let (mut solver, mut observer) = (Bitblast::new(), ());
        let search = cause_near(&here, &suspects, &mut solver, &Stop::NEVER, &mut observer);
        match pollster::block_on(search) {
            Search { found: Found::Cause(cause), .. } => Some(cause),
            _ => None,
        }
    });
    (addresses, causes)
}

fn places(cause: &Cause) -> [u32; 2] {
    Side::BOTH.map(|side| cause.place(side).at.0)
}

#[test]
fn the_changed_line_goes_before_equally_strong_ones() {
    // A copy of a wrong word is wrong, too, and precedes it: the copy is the word that is used. A word computed on an
    // unchanged line may also be a cause.
    let sum = "add $5, $1, $2\nadd $6, $5, $0\nadd $7, $6, $0\nadd $3, $7, $7\njr $31\n";
    let weight = "lis $4\n.word 3\nadd $5, $4, $0\nmult $1, $5\nmflo $6\nadd $3, $6, $2\njr $31\n";
    let branch = "slt $4, $1, $2\nadd $5, $4, $0\nbeq $5, $0, big\nadd $3, $1, $0\njr $31\n\
                  big: add $3, $2, $0\njr $31\n";
    for (left, from, to, line) in [
        (sum, "add $5, $1, $2", "sub $5, $1, $2", 0),
        (sum, "add $6, $5, $0", "add $6, $5, $1", 4),
        (sum, "add $7, $6, $0", "sub $7, $0, $6", 8),
        (weight, "add $5, $4, $0", "add $5, $4, $4", 8),
        (weight, ".word 3", ".word 4", 0),
        (branch, "slt $4, $1, $2", "slt $4, $2, $1", 0),
        (branch, "add $5, $4, $0", "add $5, $0, $0", 4),
    ] {
        let right = left.replacen(from, to, 1);
        let (_, [without, with]) = told([left, &right], &[1, 2].into());
        let (without, with) = (without.expect("there is one"), with.expect("there is one"));
        assert_eq!((with.check, with.is_trivial), (Check::AllFix, false), "{right}");
        assert_eq!(without.check, Check::AllFix, "{right}");
        assert_eq!(places(&with), [line; 2], "{right}: {with:?}");
    }
}

/// If a line exists only on one side, only that side has a line to name.
#[test]
fn a_line_that_only_one_text_has_is_named() {
    let left = "add $4, $1, $2\nadd $5, $4, $4\nsub $3, $5, $1\njr $31\n";
    let more = left.replace("sub", "add $5, $5, $1\nsub");
    let (lines, [_, with]) = told([left, &more], &[1, 2].into());
    assert_eq!(lines, [vec![], vec![8]]);
    assert_eq!(places(&with.expect("there is one"))[1], 8);
    let (lines, [_, with]) = told([&more, left], &[1, 2].into());
    assert_eq!(lines, [vec![8], vec![]]);
    assert_eq!(places(&with.expect("there is one"))[0], 8);
}

/// The preferred cause never has a weaker check, and names the mistake more often.
#[test]
fn lines_that_differ_name_mistakes() {
    let (mut found, mut named) = (0, [0, 0]);
    for mutant in mutants(24) {
        let Mutant { before, text, inputs, name, .. } = &mutant;
        let (lines, causes) = told([before, text], inputs);
        let [Some(without), Some(with)] = &causes else { continue };
        found += 1;
        assert!(with.check <= without.check, "{name}: {causes:?}");
        for (count, cause) in named.iter_mut().zip([without, with]) {
            let is_named = |(at, lines): (u32, &Vec<u32>)| lines.is_empty() || lines.contains(&at);
            *count += u32::from(places(cause).into_iter().zip(&lines).all(is_named));
        }
    }
    figure(&format!(
        "cause: of {found} mutants {} causes are of the changed lines, {} without the texts",
        named[1], named[0]
    ));
    assert!(found >= 18 && named[1] >= named[0] && named[1] * 2 >= found, "{named:?} of {found}");
}

#[test]
fn texts_that_have_little_in_common_say_nothing() {
    let texts =
        ["add $3, $1, $2\njr $31\n", "sub $4, $0, $2\nsub $3, $1, $4\nadd $4, $0, $0\njr $31\n"];
    let programs = texts.map(|text| link::assemble(text).program.expect("it is a program"));
    let files = texts.map(|text| [File::text("", text)]);
    let lines = differing(programs.each_ref(), files.each_ref().map(|files| &files[..]));
    assert!(lines.iter().all(|lines: &std::collections::BTreeSet<Address>| lines.is_empty()));
}
