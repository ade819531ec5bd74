//! The words that two programs hold at a pair of locations, as sentences.

use std::collections::BTreeSet;

use crate::engines::versions::{Held, Said, Sum, name};
use crate::machine::mips::{Op, decode};
use crate::program::{Address, Program};

/// The facts about the words that instructions of two programs mention; those in the same location
/// in both programs come first.
pub(super) fn sentences(
    said: &Said,
    programs: [&Program; 2],
    instructions: &[Vec<Address>; 2],
) -> Vec<String> {
    let mentioned = [0, 1].map(|side| Mentioned::by(programs[side], &instructions[side]));
    let is_mentioned = |Sum(spot, _): &&Sum| mentioned[spot.side].has(spot.held);
    let mut same = Vec::new();
    let mut others = Vec::new();
    for sums in said.values.values().chain(&said.equal) {
        let sums: Vec<&Sum> = sums.iter().filter(is_mentioned).collect();
        // A fact about one program alone says nothing about both.
        if [0, 1].iter().any(|&side| sums.iter().all(|Sum(spot, _)| spot.side != side)) {
            continue;
        }
        match sums[..] {
            [Sum(a, x), Sum(b, y)] if a.held == b.held && x == y => same.push(a.held.to_string()),
            _ => {
                let least = sums.iter().map(|Sum(_, number)| *number as i32).min().unwrap_or(0);
                let words: Vec<String> = sums.iter().map(|sum| less(sum, least)).collect();
                others.push(words.join(" = "));
            }
        }
    }
    let known = said.known.iter().filter(is_mentioned);
    others.extend(known.map(|Sum(spot, number)| format!("{} = {}", name(*spot), *number as i32)));
    if said.same_memory && mentioned.iter().any(|it| it.memory) {
        others.push("memory beside the stack is the same in both".to_owned());
    }
    let same = (!same.is_empty()).then(|| format!("the same in both: {}", same.join(", ")));
    same.into_iter().chain(others).collect()
}

/// The words that instructions of a program mention.
#[derive(Default)]
struct Mentioned {
    registers: BTreeSet<usize>,
    product: bool,
    memory: bool,
}

impl Mentioned {
    fn by(program: &Program, instructions: &[Address]) -> Mentioned {
        let mut mentioned = Mentioned::default();
        for at in instructions {
            let word = program.words.get(at.word_index());
            let Some(it) = word.and_then(|&word| decode(word)) else { continue };
            mentioned.registers.extend([it.s, it.t, it.d].map(|reg| reg.index()));
            mentioned.memory |= matches!(it.op, Op::Lw | Op::Sw);
            mentioned.product |=
                matches!(it.op, Op::Mult | Op::Multu | Op::Div | Op::Divu | Op::Mfhi | Op::Mflo);
        }
        mentioned
    }

    fn has(&self, held: Held) -> bool {
        match held {
            Held::Register(number) => self.registers.contains(&usize::from(number)),
            Held::High | Held::Low => self.product,
            Held::Stack(_) => self.memory,
        }
    }
}

/// A word, minus its distance from the least word of its class.
fn less(Sum(spot, number): &Sum, least: i32) -> String {
    match (*number as i32).wrapping_sub(least) {
        0 => name(*spot),
        number => format!("{} - {}", name(*spot), number as u32),
    }
}
