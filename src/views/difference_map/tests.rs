//! Tests of the map against plain runs: classes, order of samples, axes.

use std::rc::Rc;

use super::*;
use crate::contract::Spec;
use crate::engines::paths::outcome::outcome;
use crate::link::assemble;

fn image(text: &str) -> Rc<Image> {
    Image::new(&assemble(text).program.expect(text))
}

/// Faults, differs, loops or stores, depending on the part of the plane.
const LEFT: &str = "
    sw $1, -4($30)
    lw $4, -4($30)
    slt $5, $4, $0
    bne $5, $0, negative
    add $3, $1, $2
    jr $31
    negative: div $1, $2
    mflo $3
    sw $3, 0($0)
    jr $31";
const RIGHT: &str = "
    lis $6
    .word 100
    slt $5, $6, $2
    beq $5, $0, small
    loop: bne $1, $0, loop
    small: add $3, $2, $1
    slt $5, $1, $0
    beq $5, $0, end
    div $1, $2
    mflo $3
    end: jr $31";

fn map(axes: [Axis; 2], known: &[[u32; 2]]) -> DifferenceMap {
    DifferenceMap::new([&image(LEFT), &image(RIGHT)], Plane::default(), 50, axes, known.to_vec())
}

#[test]
fn every_number_of_an_axis_is_in_a_cell_and_cells_are_in_order() {
    for scale in [Scale::Linear, Scale::Logarithmic] {
        for (from, to) in
            [(i32::MIN, i32::MAX), (-1000, 1000), (0, i32::MAX), (i32::MIN, -5), (7, 400), (-3, 3)]
        {
            let axis = Axis::new(scale, from, to);
            let cells = axis.cells();
            assert!(cells.len() <= Axis::CELLS);
            assert_eq!((cells[0][0], cells[cells.len() - 1][1]), (from, to), "{scale:?}");
            for pair in cells.windows(2) {
                let [before, after] = [pair[0], pair[1]];
                assert!(before[0] <= before[1]);
                // The next number, or the same one again.
                let follows = i64::from(after[0]) == i64::from(before[1]) + 1;
                assert!(follows || before == after && before[0] == before[1], "{scale:?} {pair:?}");
            }
            for number in [from, to, from / 2 + to / 2, 0, 1, -1, 42] {
                let cell = axis.cell_of(number);
                assert_eq!(cell.is_some(), (from..=to).contains(&number), "{number}");
                if let Some(cell) = cell {
                    assert!(cells[cell][0] <= number && number <= cells[cell][1]);
                }
            }
        }
    }
}

#[test]
fn a_logarithmic_axis_has_0_in_the_middle_and_gives_each_doubling_the_same_room() {
    let axis = Axis::whole(Scale::Logarithmic);
    let cell = |number| axis.cell_of(number).expect("all numbers are on it") as i64;
    assert!((cell(0) - 128).abs() <= 2);
    let room: Vec<i64> = (4..30).map(|n| cell(1 << (n + 1)) - cell(1 << n)).collect();
    assert!(room.iter().all(|room| (3..=5).contains(room)), "{room:?}");
}

#[test]
fn few_numbers_have_a_cell_each() {
    for scale in [Scale::Linear, Scale::Logarithmic] {
        let axis = Axis::new(scale, -128, 127);
        assert_eq!(axis.cells().len(), 256);
        assert!((0..256).all(|cell| axis.width(cell) == 1));
        assert_eq!(Axis::new(scale, 5, 5).cells(), [[5, 5]]);
    }
}

#[test]
fn a_map_of_single_inputs_is_what_plain_runs_say() {
    let mut map = map([Axis::new(Scale::Linear, -20, 20), Axis::new(Scale::Linear, 90, 110)], &[]);
    assert!(map.advance(u64::MAX));
    assert_eq!(map.rounds(), 1);
    let images = [image(LEFT), image(RIGHT)];
    let mut seen = Vec::new();
    for (index, cell) in map.cells().iter().enumerate() {
        let inputs = [(index % 41) as i32 - 20, (index / 41) as i32 + 90].map(|n| n as u32);
        let [left, right] = images.each_ref().map(|image| outcome(image, inputs, 50));
        assert_eq!(cell.class, CellClass::of(&left, &right), "{inputs:?}");
        assert_eq!((cell.inputs, cell.samples), (inputs, 1));
        seen.push(cell.class);
    }
    assert!(seen.contains(&CellClass::Agree) && seen.contains(&CellClass::OutOfFuel));
}

#[test]
fn a_cell_shows_what_its_sample_does_and_keeps_what_differs() {
    for scale in [Scale::Linear, Scale::Logarithmic] {
        let mut map = map([Axis::whole(scale), Axis::whole(scale)], &[]);
        while map.rounds() < 1 {
            map.advance(100_000);
        }
        let images = [image(LEFT), image(RIGHT)];
        let columns = map.axes()[0].cells().len();
        for (index, cell) in map.cells().iter().enumerate() {
            let [left, right] = images.each_ref().map(|image| outcome(image, cell.inputs, 50));
            assert_eq!(cell.class, CellClass::of(&left, &right), "{:?}", cell.inputs);
            for (axis, at) in [index % columns, index / columns].into_iter().enumerate() {
                let [first, last] = map.axes()[axis].cells()[at];
                assert!((first..=last).contains(&(cell.inputs[axis] as i32)));
            }
        }
        let counts = map.classes().map(|(count, _)| count);
        assert_eq!(counts.iter().sum::<usize>(), 256 * 256);
        assert_eq!(counts[CellClass::Unseen as usize], 0);
    }
}

#[test]
fn how_it_is_cut_into_slices_changes_nothing() {
    let axes = || [Axis::whole(Scale::Logarithmic), Axis::new(Scale::Linear, 0, 4)];
    let (mut whole, mut sliced) = (map(axes(), &[[3, 4]]), map(axes(), &[[3, 4]]));
    whole.advance(u64::MAX);
    while !sliced.advance(997) {}
    assert_eq!(whole.cells(), sliced.cells());
}

#[test]
fn a_known_input_is_looked_at_first() {
    let sum = image("add $3, $1, $2\njr $31");
    let rare =
        image("add $3, $1, $2\nbne $1, 123456, end\nbne $2, 7, end\nadd $3, $0, $0\nend: jr $31");
    let whole = || [Axis::whole(Scale::Linear), Axis::whole(Scale::Linear)];
    let known = [123_456, 7];
    let mut map = DifferenceMap::new([&sum, &rare], Plane::default(), 50, whole(), vec![known]);
    map.advance(1);
    let differing: Vec<_> = map.cells().iter().filter(|cell| cell.class.differs()).collect();
    assert_eq!(differing.len(), 1);
    assert_eq!(differing[0].inputs, known);
    while map.rounds() < 1 {
        map.advance(100_000);
    }
    assert_eq!(map.classes()[CellClass::ResultsDiffer as usize], (1, Some(known)));
    // Points outside the axes are not sampled.
    let axes = [Axis::new(Scale::Linear, 0, 9), Axis::new(Scale::Linear, 0, 9)];
    let mut map = DifferenceMap::new([&sum, &rare], Plane::default(), 50, axes, vec![known]);
    map.advance(u64::MAX);
    assert_eq!(map.classes()[CellClass::Agree as usize].0, 100);
}

#[test]
fn a_thin_line_is_seen_all_along() {
    let sum = image("add $3, $1, $2\njr $31");
    let but = image("add $3, $1, $2\nbne $2, 103, end\nadd $3, $3, $3\nend: jr $31");
    // Cells of 1 by 16 and of 3 by 16 inputs.
    for columns in [Axis::new(Scale::Linear, 5, 5), Axis::new(Scale::Linear, 0, 3 * 256 - 1)] {
        let axes = [columns, Axis::new(Scale::Linear, 0, 16 * 256 - 1)];
        let mut map = DifferenceMap::new([&sum, &but], Plane::default(), 50, axes, Vec::new());
        let columns = map.axes()[0].cells().len();
        let row = 103 / 16;
        for column in [0, columns / 2, columns - 1] {
            let cell = map.index(column, row).expect("a cell");
            for round in 0..SAMPLES {
                map.round = round;
                map.sample(cell, map.inputs_of(cell));
            }
            assert!(map.cells()[cell].class.differs(), "{:?}", map.cells()[cell]);
        }
    }
}

#[test]
fn few_inputs_of_a_cell_are_all_looked_at() {
    let sum = image("add $3, $1, $2\njr $31");
    // Cells of 4 by 2 inputs.
    let axes = [Axis::new(Scale::Linear, -500, 523), Axis::new(Scale::Linear, 1, 512)];
    let mut map = DifferenceMap::new([&sum, &sum], Plane::default(), 50, axes, Vec::new());
    for cell in [0, 70, 125, 127, 65_535] {
        let mut seen = std::collections::BTreeSet::new();
        for round in 0..SAMPLES {
            map.round = round;
            seen.insert(map.inputs_of(cell));
        }
        assert_eq!(seen.len() as u64, map.size(cell), "cell {cell}");
    }
}

#[test]
fn the_picture_begins_coarse() {
    let order = coarse_to_fine(256, 256);
    assert_eq!(order.len(), 256 * 256);
    let mut sorted = order.clone();
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!(sorted.len(), order.len());
    assert!(order[..256].iter().all(|cell| cell % 16 == 0 && cell / 256 % 16 == 0));
    assert_eq!(coarse_to_fine(3, 1), [0, 1, 2]);
}

#[test]
fn the_table_has_a_line_for_each_cell() {
    let axis = || Axis::new(Scale::Linear, -1, 0);
    let mut map = map([axis(), axis()], &[]);
    map.advance(u64::MAX);
    assert_eq!(
        map.csv(),
        "$1 from,$1 to,$2 from,$2 to,class,samples,sample $1,sample $2,left,right\r\n\
         -1,-1,-1,-1,agree,1,-1,-1,1,1\r\n\
         0,0,-1,-1,agree,1,0,-1,-1,-1\r\n\
         -1,-1,0,0,both-fault,1,-1,0,division-by-zero,division-by-zero\r\n\
         0,0,0,0,agree,1,0,0,0,0\r\n"
    );
}

#[test]
fn any_two_inputs_can_be_on_the_axes() {
    let spec = Spec { array: Some(3), assume: vec!["a[*] < 3".to_owned()], ..Spec::default() };
    let contract = Arc::new(Contract::new(&spec).expect("a contract"));
    // The result is the second element; the other program's differs if that element is 2.
    let second = "lw $3, 4($1)\njr $31";
    let but_two = "lw $3, 4($1)\nlis $4\n.word 2\nbne $3, $4, 1\nadd $3, $0, $0\njr $31";
    let of = |program, text| {
        contract.image(program, &assemble(text).program.expect(text)).expect("it is short")
    };
    let images = [of(0, second), of(1, but_two)];
    // Length 3, and the elements 7, a[1], a[2].
    let plane =
        Plane { contract: Arc::clone(&contract), axes: [2, 3], inputs: [3, 0, 0, 0].into() };
    let axes = [Axis::new(Scale::Linear, 0, 4), Axis::new(Scale::Linear, 0, 4)];
    let mut map = DifferenceMap::new(images.each_ref(), plane, 50, axes, Vec::new());
    while !map.advance(1000) {}
    for (row, column) in (0..5).flat_map(|row| (0..5).map(move |column| (row, column))) {
        let cell = map.cells()[map.index(column, row).expect("it is on the map")];
        let expected = match (column, row) {
            (3.., _) | (_, 3..) => CellClass::Excluded,
            (2, _) => CellClass::ResultsDiffer,
            _ => CellClass::Agree,
        };
        assert_eq!(cell.class, expected, "{column}, {row}");
    }
    assert!(map.csv().starts_with("a[1] from,a[1] to,a[2] from,"));
}
