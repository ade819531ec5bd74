//! Memory behind the array that may hold anything.

use super::*;

#[test]
fn reads_behind_the_array_are_differences_where_memory_there_is_free() {
    let six = Spec { array: Some(6), ..Spec::default() };
    let free = Spec { array_beyond: Some(2), ..six.clone() };
    let too_far = SUM.replace("loop: beq $5, $2, done", "loop: slt $8, $2, $5\nbne $8, $0, done");
    assert_eq!(compared(&six, [SUM, &too_far]).verdict, Verdict::Equivalent);
    let report = compared(&free, [SUM, &too_far]);
    let witness = report.witness.expect("they differ");
    let [left, right] = witness.given.expect("an array");
    assert_eq!((&left.array, &left.beyond), (&Some(vec![]), &Some(vec![1, 0])));
    assert_eq!((left, witness.minimal), (right, Some(true)));
    assert!(report.reason.message.contains("a = [], beyond = [1, 0]"), "{}", report.reason.message);
    // The right sum reads nothing there, for any length.
    let longest = Spec { array: Some(64), ..free.clone() };
    let by_address = "lis $4\n.word 4\nadd $6, $2, $2\nadd $6, $6, $6\nadd $6, $6, $1\n\
        loop: beq $1, $6, done\nlw $7, 0($1)\nadd $3, $7, $3\nadd $1, $1, $4\n\
        beq $0, $0, loop\ndone: jr $31";
    assert_eq!(compared(&longest, [SUM, by_address]).verdict, Verdict::Equivalent);
    // Both read too far, and the same.
    assert_eq!(compared(&free, [&too_far, &too_far]).verdict, Verdict::Equivalent);
    // The second word is free, and the third one is zero.
    let behind = |offset: u32| {
        format!("add $5, $2, $2\nadd $5, $5, $5\nadd $5, $5, $1\nlw $3, {offset}($5)\njr $31")
    };
    let zero = "add $3, $0, $0\njr $31";
    assert_eq!(compared(&free, [zero, &behind(4)]).verdict, Verdict::Disequivalent);
    assert_eq!(compared(&free, [zero, &behind(8)]).verdict, Verdict::Equivalent);
    let assumed = Spec { assume: vec!["beyond[1] == 0".to_owned()], ..free };
    assert_eq!(compared(&assumed, [zero, &behind(4)]).verdict, Verdict::Equivalent);
}

#[test]
fn a_program_beside_itself_shows_whether_it_reads_behind_the_array() {
    let separate = vec!["beyond".to_owned()];
    let own = Spec { array: Some(64), array_beyond: Some(2), separate, ..Spec::default() };
    assert_eq!(compared(&own, [SUM, SUM]).verdict, Verdict::Equivalent);
    let too_far = SUM.replace("loop: beq $5, $2, done", "loop: slt $8, $2, $5\nbne $8, $0, done");
    let report = compared(&own, [&too_far, &too_far]);
    assert_eq!(report.verdict, Verdict::Disequivalent);
    let [left, right] = report.witness.expect("they differ").given.expect("an array");
    assert!(left.array == right.array && left.beyond != right.beyond);
}

#[test]
fn free_words_behind_an_array_are_a_part_of_the_contract() {
    let wrong = |spec: Spec| Contract::new(&spec).expect_err("it is wrong")[0].part;
    let spec = |array, array_beyond| Spec { array, array_beyond, ..Spec::default() };
    assert_eq!(wrong(spec(None, Some(1))), "array_beyond");
    assert_eq!(wrong(spec(Some(1), Some(65))), "array_beyond");
    let separate = vec!["beyond".to_owned()];
    assert_eq!(wrong(Spec { separate: separate.clone(), ..spec(Some(1), None) }), "separate");
    let assume = |text: &str| Spec { assume: vec![text.to_owned()], ..spec(Some(1), Some(2)) };
    assert_eq!(wrong(assume("beyond[2] == 0")), "assume");
    let contract = Contract::new(&assume("beyond[1] == 0")).expect("there is such a word");
    assert_eq!(contract.names()[..], ["len", "a[0]", "beyond[0]", "beyond[1]"]);
    let both = Contract::new(&Spec { separate, ..spec(Some(1), Some(1)) }).expect("a contract");
    assert_eq!(both.names()[..], ["len", "a[0]", "left.beyond[0]", "right.beyond[0]"]);
}

/// The kernel's claims say that memory behind an array is zero.
#[test]
fn nothing_is_claimed_of_free_memory_behind_an_array() {
    let spec = |array_beyond| Spec { array: Some(2), array_beyond, ..Spec::default() };
    for (beyond, is_stated) in [(None, true), (Some(1), false)] {
        let contract = Contract::new(&spec(beyond)).expect("a contract");
        let words = assemble(SUM).program.expect(SUM);
        let images = [0, 1].map(|program| contract.image(program, &words).expect("it is short"));
        let images = [&images[0], &images[1]];
        let claim = claim::of_statement(images, &contract, &Statement::EQUIVALENT);
        assert_eq!(claim.is_ok(), is_stated);
    }
}
