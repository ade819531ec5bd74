//! Whole comparisons, with `bitblast`: a few pairs of each kind, and the chain
//! of k independent branches, whose cost for a pair of paths should not grow
//! with the number of pairs.

mod support;

use std::rc::Rc;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use support::{comparison, image, pair, read};
use tamarin::machine::Image;
use tamarin::report::Verdict;
use tamarin::solver::bitblast::Bitblast;

/// What is compared, with the verdict that it is to have.
const PAIRS: [(&str, Verdict); 8] = [
    ("tests/corpus/fig05", Verdict::Disequivalent),
    ("tests/corpus/memory-same", Verdict::Equivalent),
    ("tests/corpus/division-by-zero-same", Verdict::Equivalent),
    ("tests/corpus/loop-same", Verdict::PossiblyEquivalent),
    ("benches/queries/identity-times-five", Verdict::Equivalent),
    ("benches/queries/identity-distributive", Verdict::Equivalent),
    ("benches/queries/identity-squares", Verdict::Equivalent),
    ("benches/queries/identity-commuted", Verdict::Equivalent),
];

/// The chain of `k` independent branches, which has 2^k pairs of paths.
fn chain(k: usize) -> [Rc<Image>; 2] {
    ["left", "right"].map(|side| {
        let text = read(&format!("benches/chain.{side}.asm"));
        let (branches, end) = text.split_once("; end\n").expect("it has an end");
        let branches: Vec<&str> = branches.split("; branch\n").take(k + 1).collect();
        image(&format!("{}{end}", branches.concat()))
    })
}

fn pairs(c: &mut Criterion) {
    let mut group = c.benchmark_group("comparison");
    group.sample_size(10);
    for (path, verdict) in PAIRS {
        let programs = pair(path);
        let name = path.rsplit('/').next().unwrap_or(path);
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                let report = comparison(&programs, &mut Bitblast::new());
                assert_eq!(report.verdict, verdict);
            });
        });
    }
    group.finish();
}

fn chains(c: &mut Criterion) {
    let mut group = c.benchmark_group("chain");
    group.sample_size(10);
    for k in [6, 8, 10, 12] {
        let programs = chain(k);
        let paths = 1 << k;
        group.throughput(Throughput::Elements(paths));
        group.bench_function(BenchmarkId::from_parameter(paths), |bencher| {
            bencher.iter(|| {
                let report = comparison(&programs, &mut Bitblast::new());
                assert_eq!(report.verdict, Verdict::Equivalent);
                assert_eq!(u64::from(report.stats.paths[0]), paths);
            });
        });
    }
    group.finish();
}

criterion_group!(benches, pairs, chains);
criterion_main!(benches);
