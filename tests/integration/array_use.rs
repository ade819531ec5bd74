//! Detects from a run whether a program expects an array: among the pairs with loops, exactly those whose contract
//! gives one.

use tamarin::contract::Contract;
use tamarin::engines::array_use::takes_array;
use tamarin::link::assemble;

use super::alignment::corpus::Pair;

fn is_for_arrays(text: &str) -> bool {
    let program = assemble(text).program.expect("it is a program");
    takes_array(&Contract::default().image(0, &program).expect("it is short"))
}

#[test]
fn the_pairs_that_are_given_arrays_take_them() {
    let (mut with, mut without) = (0, 0);
    for pair in Pair::all() {
        let is_given = pair.contract.spec().array.is_some();
        let takes = pair.texts.iter().any(|text| is_for_arrays(text));
        assert_eq!(takes, is_given, "{}", pair.name);
        *if is_given { &mut with } else { &mut without } += 1;
    }
    assert!(with > 10 && without > 100, "{with} {without}");
}

#[test]
fn an_address_is_followed_through_the_stack() {
    let through =
        "sw $1, -4($30)\nlis $4\n.word 4\nlw $5, -4($30)\nadd $5, $5, $4\nlw $3, 0($5)\njr $31\n";
    assert!(is_for_arrays(through));
    // What was stored is loaded again, by an address that is not of `$1`.
    assert!(!is_for_arrays("sw $1, -4($30)\nlw $3, -4($30)\njr $31\n"));
    // A number that is made of the input is no address.
    assert!(!is_for_arrays("lis $4\n.word 0x10\nsltu $5, $1, $4\nlw $3, 0($5)\njr $31\n"));
}
