use crate::evidence::*;
#[test]
#[ignore]
fn explore() {
    let out = std::env::var("OUT").unwrap();
    for name in ["unrolled", "squares", "scan", "fibonacci", "lcm"] {
        let p = by_hand(name);
        let e = tamarin_export::export(&p.claim, &p.evidence).unwrap();
        println!("{name}: {}", e.summary());
        e.write(&std::path::Path::new(&out).join(name)).unwrap();
    }
    for f in std::fs::read_dir("../prove/tests/arm64").unwrap() {
        let f = f.unwrap().path();
        let t = std::fs::read_to_string(&f).unwrap();
        if !t.contains("expect: proved") || t.contains("// stream") {
            continue;
        }
        let name = f.file_stem().unwrap().to_str().unwrap().to_owned();
        let p = of_arm64(&name);
        let e = tamarin_export::export(&p.claim, &p.evidence).unwrap();
        println!("{name}: {}", e.summary());
        e.write(&std::path::Path::new(&out).join(name)).unwrap();
    }
    let _ = crate::z3::answer;
    let _ = crate::lrat::refutes;
}
