//! Steps a second of the emulator, on a loop of `add`, `slt` and `bne`; of that for ARM64, on a
//! loop of `add`, `cmp` and `b.ne`, and on one that loads and stores besides.
//!
//! `cargo bench --bench emulator`; `npm run bench` measures the same loop in
//! WebAssembly beside the native figure.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use tamarin::link::assemble;
use tamarin::machine::{Image, Machine, arm64};
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

fn emulator_for_arm64(c: &mut Criterion) {
    let mut group = c.benchmark_group("emulator for ARM64");
    let steps = 10_000_000;
    group.throughput(Throughput::Elements(steps));
    for (name, text) in [
        ("registers", "loop: add x0, x0, x2\ncmp x0, x1\nb.ne loop\nbr x30"),
        (
            "memory",
            "loop: stur x0, [sp, -8]\nldur x3, [sp, -8]\nadd x0, x3, x2\ncmp x0, x1\nb.ne loop\nbr x30",
        ),
    ] {
        let object = tamarin::asm::arm64::assemble(text).object.expect("it has no errors");
        let image = arm64::Image::new(object.words, arm64::Mode::Usual);
        let registers = vec![0, u64::MAX / 2, 1];
        let given = arm64::Given { registers, ..arm64::Given::default() };
        group.bench_function(BenchmarkId::new(name, steps), |bencher| {
            bencher.iter(|| {
                let machine = arm64::Machine::new(&image, black_box(&given));
                let mut machine = machine.expect("there is no array");
                machine.run(steps);
                machine.result()
            });
        });
    }
    group.finish();
}

criterion_group!(benches, emulator, emulator_for_arm64);
criterion_main!(benches);
