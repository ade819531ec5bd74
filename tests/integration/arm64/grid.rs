//! Random pairs of ARM64 programs, and the inputs of a small range on which they are run.

use tamarin_testing::random::Random;

/// All pairs of numbers from -6 to 6.
pub fn inputs() -> impl Iterator<Item = (i64, i64)> {
    (-6..=6).flat_map(|a| (-6..=6).map(move |b| (a, b)))
}

/// Whether an input is the least of the given ones: fewest numbers other than zero, then the smallest magnitudes, then
/// positive before negative.
pub fn is_least(inputs: &[Vec<u64>], input: &[u64]) -> bool {
    let key = |it: &[u64]| {
        let sizes = it.iter().map(|&it| ((it as i64).unsigned_abs(), (it as i64) < 0));
        (it.iter().filter(|it| **it != 0).count(), sizes.collect::<Vec<_>>())
    };
    inputs.iter().all(|it| key(it) >= key(input))
}

/// A program with one line of another one. The first `keep` lines and the last one stay.
pub fn mixed(program: &str, other: &str, keep: usize, random: &mut Random) -> String {
    let (mut lines, others): (Vec<&str>, Vec<&str>) =
        (program.lines().collect(), other.lines().collect());
    let line = keep + random.word() as usize % (lines.len() - keep - 1);
    lines[line] = others[line];
    lines.join("\n") + "\n"
}
