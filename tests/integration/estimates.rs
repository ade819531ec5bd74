//! Estimates of the number of inputs on which two programs differ, if they could not be counted.

use std::rc::Rc;
use std::sync::Arc;

use num_bigint::BigUint;
use tamarin::contract::{Contract, Spec};
use tamarin::engines::difference::Difference;
use tamarin::engines::paths::Options;
use tamarin::engines::paths::outcome::{difference, ends};
use tamarin::engines::regions::{Estimate, Regions, regions};
use tamarin::link::assemble;
use tamarin::machine::{Image, Inputs};
use tamarin::solver::Stop;
use tamarin::solver::bitblast::Bitblast;

/// `$3 = $1 * $2 mod N`.
fn product(modulus: u32) -> String {
    format!("lis $4\n.word {modulus}\nmultu $1, $2\nmflo $5\ndivu $5, $4\nmfhi $3\njr $31\n")
}

/// Loops `$2` times if `$1` is odd, and prints a byte: that results of loops differ could be proved.
fn rounds(byte: u32) -> String {
    format!(
        "lis $4\n.word 2\nlis $5\n.word 1\ndivu $1, $4\nmfhi $6\nbeq $6, $0, end\n\
         more: beq $2, $0, end\nsub $2, $2, $5\nbne $2, $0, more\n\
         end: lis $7\n.word 0xffff000c\nlis $8\n.word {byte}\nsw $8, 0($7)\njr $31\n"
    )
}

fn told([left, right]: [&str; 2], assume: &[&str], fuel: u64, stop: &Stop) -> (Regions, Inputs) {
    let assume = assume.iter().map(|text| (*text).to_owned()).collect();
    let contract = Arc::new(Contract::new(&Spec { assume, ..Spec::default() }).expect("it is one"));
    let inputs = contract.first_inputs();
    let options = Options { fuel, inputs, contract, ..Options::default() };
    let image = |text: &str| Image::new(&assemble(text).program.expect("it is a program"));
    let images = [left, right].map(image);
    let all = (0..64u32).map(|number| Inputs::from([number / 8, number % 8]));
    let differs = |inputs: &Inputs| {
        let [a, b] = ends(images.each_ref(), inputs, fuel);
        options.contract.allows(inputs) && difference(&a, &b).is_some()
    };
    let inputs = all.into_iter().find(differs).expect("they differ somewhere");
    let images: [&Rc<Image>; 2] = images.each_ref();
    let difference = Difference { images, options: &options, inputs: inputs.clone() };
    let (mut solver, mut observer) = (Bitblast::new(), ());
    (pollster::block_on(regions(&difference, &mut solver, stop, &mut observer)), inputs)
}

/// Whether an estimate is of draws that come out like this, and this number is in its interval.
fn holds(estimate: &Estimate, number: &BigUint) -> bool {
    let Estimate { draws, differ, unknown, interval: [least, most], .. } = estimate;
    assert!(differ + unknown <= *draws, "{estimate:?}");
    least <= number && number <= most
}

#[test]
fn an_estimate_is_near_what_is_known_by_other_means() {
    // A product is odd if both factors are: a quarter of the inputs. Modulo 4 it is nonzero for a half.
    let zero = "add $3, $0, $0\njr $31\n";
    for (modulus, part, of) in [(2u32, 1u32, 4u32), (4, 1, 2)] {
        let (told, _) = told([&product(modulus), zero], &["$1 != $2 + 1"], 10_000, &Stop::NEVER);
        let estimate = told.estimate.as_ref().expect("products have no diagram");
        let number = (BigUint::from(1u8) << 64) * part / of;
        assert!(holds(estimate, &number), "{estimate:?}");
        let [least, most] = &estimate.interval;
        assert!(most - least < (BigUint::from(1u8) << 64) / 20u8, "{estimate:?}");
    }
}

/// Runs that are out of fuel are not taken for agreement, nor for a difference.
#[test]
fn what_is_not_known_widens_an_estimate() {
    let (told, _) = told([&rounds(0), &rounds(1)], &[], 1_000, &Stop::NEVER);
    let estimate = told.estimate.as_ref().expect("not all paths are looked at");
    let Estimate { confidence, draws, differ, unknown, .. } = *estimate;
    assert_eq!(confidence, 99);
    assert!(unknown * 5 > draws * 2 && differ * 5 > draws * 2, "{estimate:?}");
    // They differ everywhere, which the runs cannot show.
    assert!(holds(estimate, &(BigUint::from(1u8) << 64)), "{estimate:?}");
    // Half of them, and those few that are proved.
    let most = (BigUint::from(1u8) << 63) * 11u8 / 10u8;
    assert!(estimate.interval[0] < most && told.count.is_none(), "{told:?}");
}

#[test]
fn the_same_draws_give_the_same_estimate() {
    let of = || told([&rounds(0), &rounds(1)], &[], 300, &Stop::NEVER).0.estimate;
    assert!(of().is_some());
    assert_eq!(of(), of());
}

#[test]
fn there_is_no_estimate_where_there_is_a_count_or_no_time_or_no_draw() {
    let pair = ["add $3, $1, $0\njr $31\n", "add $3, $2, $0\njr $31\n"];
    let (counted, _) = told(pair, &[], 1_000, &Stop::NEVER);
    assert!(counted.count.is_some() && counted.estimate.is_none(), "{counted:?}");
    let (stopped, _) = told([&rounds(0), &rounds(1)], &[], 300, &Stop::when(|| true));
    assert_eq!(stopped.estimate, None);
    // One in 2^16 inputs is allowed.
    let rare = ["$1 <u 65536"];
    let (rare, _) = told([&rounds(0), &rounds(1)], &rare, 300, &Stop::NEVER);
    assert_eq!(rare.estimate, None);
}
