//! Programs that get an array at the same address, however long they are.

use super::Options;
use crate::link::routines;
use crate::program::Program;

/// The address of arrays. A comparison alone puts an array behind the longer program. Where many
/// programs run with the same array, its address must not depend on a pair.
pub const ARRAY_AT: u64 = 0x10_0000;

/// The words of a linked program with room for the array. `None` if it is too long for that.
pub fn with_room(mut program: Program, options: &Options) -> Option<Vec<u32>> {
    if options.array.is_some() {
        heap_behind(&mut program, ARRAY_AT);
    }
    let fits = options.array.is_none() || 4 * program.words.len() as u64 <= ARRAY_AT;
    fits.then_some(program.words)
}

/// Makes the heap of the linked routines begin behind an array at an address, if that is behind the
/// program.
pub fn heap_behind(program: &mut Program, array_at: u64) {
    let length = (array_at / 4) as usize;
    if program.words.len() <= length {
        routines::move_heap(program, length);
    }
}
