//! Steps a second of the emulator, on a loop of `add`, `slt` and `bne`.
//!
//! `cargo bench --bench emulator`; `npm run bench` measures the same loop in
//! WebAssembly beside the native figure.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use tamarin::link::assemble;
use tamarin::machine::{Image, Machine};
use tamarin::trace::TraceRecorder;

fn emulator(c: &mut Criterion) {
    let program = assemble(include_str!("loop.asm")).program.expect("it has no errors");
    let image = Image::new(&program);
    let start = || Machine::new(&image, black_box([i32::MAX as u32, 0]));

    let mut group = c.benchmark_group("emulator");
    let steps = 10_000_000;
    group.throughput(Throughput::Elements(steps));
    group.bench_function(BenchmarkId::new("without a trace", steps), |bencher| {
        bencher.iter(|| {
            let mut machine = start();
            machine.run(steps, &mut ());
            machine.state.result()
        });
    });
    let steps = 1_000_000;
    group.throughput(Throughput::Elements(steps));
    group.bench_function(BenchmarkId::new("with a trace", steps), |bencher| {
        bencher.iter(|| {
            let mut machine = start();
            let mut recorder = TraceRecorder::new(&image);
            machine.run(steps, &mut recorder);
            recorder.finish().entries.len()
        });
    });
    group.finish();
}

criterion_group!(benches, emulator);
criterion_main!(benches);
