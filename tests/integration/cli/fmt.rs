//! `tamarin fmt`: it formats in place, checks, and leaves what it cannot read.

use super::{File, tamarin, tamarin_reading};

const UNTIDY: &str = "loop:\n ADD $3 ,$1,$2;sum\n    bne $3,$0 , loop # again\n jr $31";

const TIDY: &str =
    "loop:\n    add $3, $1, $2      ;sum\n    bne $3, $0, loop    # again\n    jr $31\n";

#[test]
fn fmt_formats_in_place_and_checks() {
    let (untidy, tidy) = (File::new("fmt-untidy.asm", UNTIDY), File::new("fmt-tidy.asm", TIDY));
    let content = |file: &File| std::fs::read_to_string(file.path()).expect("it is a text");

    let check = tamarin(&["fmt", "--check", untidy.path(), tidy.path()]);
    assert_eq!(
        (check.status, check.out, check.err.as_str()),
        (1, format!("{}\n", untidy.path()), "")
    );
    assert_eq!(content(&untidy), UNTIDY);

    let formatted = tamarin(&["fmt", untidy.path(), tidy.path()]);
    assert_eq!((formatted.status, formatted.out.as_str(), formatted.err.as_str()), (0, "", ""));
    assert_eq!((content(&untidy).as_str(), content(&tidy).as_str()), (TIDY, TIDY));
    assert_eq!(tamarin(&["fmt", "--check", untidy.path()]).status, 0);

    let piped = tamarin_reading(&["fmt", "-"], UNTIDY.as_bytes());
    assert_eq!((piped.status, piped.out.as_str()), (0, TIDY));
    let piped = tamarin_reading(&["fmt", "--check", "-"], UNTIDY.as_bytes());
    assert_eq!((piped.status, piped.out.as_str()), (1, "-\n"));
}

#[test]
fn fmt_leaves_what_it_cannot_read() {
    let broken = File::new("fmt-broken.asm", " addd  $3,$1\n jr  $31\n");
    let formatted = tamarin(&["fmt", broken.path()]);
    assert_eq!(formatted.status, 0);
    assert!(formatted.err.contains("line 1 does not parse"), "{}", formatted.err);
    let content = std::fs::read_to_string(broken.path()).expect("it is a text");
    assert_eq!(content, " addd  $3,$1\n    jr $31\n");

    let bytes = b"jr  $31\n\xff\n";
    let binary = File::new("fmt-binary.asm", bytes);
    let good = File::new("fmt-good.asm", UNTIDY);
    let formatted = tamarin(&["fmt", binary.path(), "/no/such/file.asm", good.path()]);
    assert_eq!((formatted.status, formatted.out.as_str()), (2, ""));
    assert!(formatted.err.contains("utf-8") && formatted.err.contains("/no/such/file.asm"));
    assert_eq!(std::fs::read(binary.path()).expect("it is there"), bytes);
    assert_eq!(std::fs::read_to_string(&good.0).expect("it is a text"), TIDY);
    assert_eq!(tamarin(&["fmt"]).status, 2);
}
