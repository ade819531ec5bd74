//! Where a procedure's variables are: in registers, or in its frame.

use super::Bug;
use super::target::Target;
use super::tree::Procedure;
use super::walk::taken;

/// The order of a procedure's variables in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// In the order of declaration: arguments stay where they were pushed, and each local variable
    /// is below the previous one.
    Declared,
    /// In reverse order, all of them below the frame pointer: arguments are copied.
    Reversed,
}

/// The location of a variable.
#[derive(Clone, Copy)]
pub(super) enum Home {
    Register(u8),
    /// The offset from the frame pointer in bytes.
    Memory(i32),
}

/// The locations of a procedure's variables.
pub(super) struct Frame {
    pub(super) homes: Vec<Home>,
    /// The number of words below the frame pointer for variables in memory.
    words: i32,
    /// The registers that hold variables. Their old values are saved below the words of the frame.
    kept: Vec<u8>,
    /// The number of bytes of a word.
    word: i32,
}

impl Frame {
    /// Places the variables. Those whose address is never taken are in `registers` while there are
    /// any left.
    pub(super) fn of(
        procedure: &Procedure,
        target: &Target,
        registers: &[u8],
        order: Order,
        bug: Option<Bug>,
    ) -> Frame {
        let word = target.word();
        let mut free = registers.iter();
        let mut frame = Frame { homes: Vec::new(), words: 0, kept: Vec::new(), word };
        for (index, is_taken) in taken(procedure).into_iter().enumerate() {
            let register = if is_taken { None } else { free.next() };
            let home = match register {
                Some(&register) => {
                    frame.kept.push(register);
                    Home::Register(register)
                }
                None if index < procedure.parameters && order == Order::Declared => {
                    Home::Memory(frame.argument(procedure, index))
                }
                None => {
                    frame.words += 1;
                    Home::Memory(-word * (frame.words - 1))
                }
            };
            frame.homes.push(home);
        }
        if order == Order::Reversed {
            for home in &mut frame.homes {
                if let Home::Memory(at) = home {
                    *at = -word * (frame.words - 1) - *at;
                }
            }
        }
        let first = procedure.parameters;
        if bug == Some(Bug::FirstLocal)
            && let Some(&second) = frame.homes.get(first + 1)
        {
            frame.homes[first] = second;
        }
        frame
    }

    /// The offset from the frame pointer, in bytes, at which the caller pushed an argument.
    pub(super) fn argument(&self, procedure: &Procedure, index: usize) -> i32 {
        self.word * (procedure.parameters - index) as i32
    }

    /// The number of bytes below the frame pointer.
    pub(super) fn size(&self) -> i32 {
        self.word * (self.words + self.kept.len() as i32)
    }

    /// The saved registers, each with its offset from the frame pointer in bytes.
    pub(super) fn kept_at(&self) -> impl Iterator<Item = (u8, i32)> {
        let (first, word) = (self.words, self.word);
        (first..).zip(&self.kept).map(move |(index, &register)| (register, -word * index))
    }
}
