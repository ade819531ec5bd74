//! Tests of the map against plain runs: classes, order of samples, axes.

use std::rc::Rc;
use std::sync::Arc;

use super::arm64::{Arm64Plane, Inputs};
use super::mips::{Ground, MipsPlane};
use super::*;
use crate::contract::{Contract, Spec, condition_of_numbers};
use crate::engines::arm64::{Options, Stream};
use crate::engines::paths::outcome::Outcome;
use crate::engines::paths::outcome::outcome;
use crate::link::assemble;
use crate::machine::Image;

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

/// The axis of all words of 32 bits.
fn whole(scale: Scale) -> Axis {
    Axis::new(scale, i32::MIN.into(), i32::MAX.into())
}

fn plane(programs: [&Rc<Image>; 2]) -> MipsPlane {
    MipsPlane::new(programs, Ground::default(), 50)
}

fn map(axes: [Axis; 2], known: &[Point]) -> DifferenceMap<MipsPlane> {
    DifferenceMap::new(plane([&image(LEFT), &image(RIGHT)]), axes, known.to_vec())
}

#[test]
fn every_number_of_an_axis_is_in_a_cell_and_cells_are_in_order() {
    for scale in [Scale::Linear, Scale::Logarithmic] {
        for (from, to) in [
            (i32::MIN.into(), i32::MAX.into()),
            (-1000, 1000),
            (0, i32::MAX.into()),
            (i32::MIN.into(), -5),
            (7, 400),
            (-3, 3),
            (i64::MIN, i64::MAX),
            (i64::MIN, i64::MIN + 300),
            (i64::MAX - 5000, i64::MAX),
            (1 << 60, (1 << 60) + 999),
            (-7, i64::MAX),
        ] {
            let axis = Axis::new(scale, from, to);
            let cells = axis.cells();
            assert!(cells.len() <= Axis::CELLS);
            assert_eq!((cells[0][0], cells[cells.len() - 1][1]), (from, to), "{scale:?}");
            for pair in cells.windows(2) {
                let [before, after] = [pair[0], pair[1]];
                assert!(before[0] <= before[1]);
                // The next number, or the same one again.
                let follows = i128::from(after[0]) == i128::from(before[1]) + 1;
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
    let axis = whole(Scale::Logarithmic);
    let cell = |number: i64| axis.cell_of(number).expect("all numbers are on it") as i64;
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
        let point = [(index % 41) as i64 - 20, (index / 41) as i64 + 90];
        let inputs = point.map(|number| number as u32);
        let [left, right] = images.each_ref().map(|image| outcome(image, inputs, 50));
        assert_eq!(cell.class, Outcome::class(&left, &right), "{inputs:?}");
        assert_eq!((cell.point, cell.samples), (point, 1));
        seen.push(cell.class);
    }
    assert!(seen.contains(&CellClass::Agree) && seen.contains(&CellClass::OutOfFuel));
}

#[test]
fn a_cell_shows_what_its_sample_does_and_keeps_what_differs() {
    for scale in [Scale::Linear, Scale::Logarithmic] {
        let mut map = map([whole(scale), whole(scale)], &[]);
        while map.rounds() < 1 {
            map.advance(100_000);
        }
        let images = [image(LEFT), image(RIGHT)];
        let columns = map.axes()[0].cells().len();
        for (index, cell) in map.cells().iter().enumerate() {
            let inputs = cell.point.map(|number| number as u32);
            let [left, right] = images.each_ref().map(|image| outcome(image, inputs, 50));
            assert_eq!(cell.class, Outcome::class(&left, &right), "{inputs:?}");
            for (axis, at) in [index % columns, index / columns].into_iter().enumerate() {
                let [first, last] = map.axes()[axis].cells()[at];
                assert!((first..=last).contains(&cell.point[axis]));
            }
        }
        let counts = map.classes().map(|(count, _)| count);
        assert_eq!(counts.iter().sum::<usize>(), 256 * 256);
        assert_eq!(counts[CellClass::Unseen as usize], 0);
    }
}

#[test]
fn how_it_is_cut_into_slices_changes_nothing() {
    let axes = || [whole(Scale::Logarithmic), Axis::new(Scale::Linear, 0, 4)];
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
    let all = || [whole(Scale::Linear), whole(Scale::Linear)];
    let known = [123_456, 7];
    let mut map = DifferenceMap::new(plane([&sum, &rare]), all(), vec![known]);
    map.advance(1);
    let differing: Vec<_> = map.cells().iter().filter(|cell| cell.class.differs()).collect();
    assert_eq!(differing.len(), 1);
    assert_eq!(differing[0].point, known);
    while map.rounds() < 1 {
        map.advance(100_000);
    }
    assert_eq!(map.classes()[CellClass::ResultsDiffer as usize], (1, Some(known)));
    // Points outside the axes are not sampled.
    let axes = [Axis::new(Scale::Linear, 0, 9), Axis::new(Scale::Linear, 0, 9)];
    let mut map = DifferenceMap::new(plane([&sum, &rare]), axes, vec![known]);
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
        let mut map = DifferenceMap::new(plane([&sum, &but]), axes, Vec::new());
        let columns = map.axes()[0].cells().len();
        let row = 103 / 16;
        for column in [0, columns / 2, columns - 1] {
            let cell = map.index(column, row).expect("a cell");
            for round in 0..SAMPLES {
                map.round = round;
                map.sample(cell, map.point_of(cell));
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
    let mut map = DifferenceMap::new(plane([&sum, &sum]), axes, Vec::new());
    for cell in [0, 70, 125, 127, 65_535] {
        let mut seen = std::collections::BTreeSet::new();
        for round in 0..SAMPLES {
            map.round = round;
            seen.insert(map.point_of(cell));
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
    let ground =
        Ground { contract: Arc::clone(&contract), axes: [2, 3], inputs: [3, 0, 0, 0].into() };
    let axes = [Axis::new(Scale::Linear, 0, 4), Axis::new(Scale::Linear, 0, 4)];
    let plane = MipsPlane::new(images.each_ref(), ground, 50);
    let mut map = DifferenceMap::new(plane, axes, Vec::new());
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

/// A difference above 2^32, faults for `x1` = 0, and an endless loop for negative `x1`.
const WIDE: [&str; 2] = [
    "
    ldr x2, 8
    b 12
    .8byte 0x100000000
    cmp x1, xzr
    b.lt 0
    cmp x0, x2
    b.gt above
    udiv x0, x0, x1
    br x30
    above: sub x0, x0, x0
    br x30",
    "
    cmp x1, xzr
    b.eq zero
    udiv x0, x0, x1
    zero: br x30",
];

fn words(text: &str) -> Vec<u32> {
    let built = crate::link::program_for(
        crate::machine::Architecture::Arm64,
        &[crate::link::File::text("a.s", text)],
    );
    built.output.expect(text).words
}

fn arm64_map(programs: [&str; 2], inputs: Inputs, axes: [Axis; 2]) -> DifferenceMap<Arm64Plane> {
    let programs = programs.map(words);
    let array = match inputs {
        Inputs::Numbers => None,
        Inputs::Array { most, .. } => Some(most as u64),
    };
    let options = Options { fuel: 60, array, ..Options::default() };
    let mut ground = arm64::Ground { options, inputs, axes: [0, 1], values: Vec::new() };
    ground.values = vec![0; ground.names().len()];
    let plane = Arm64Plane::new(programs.each_ref().map(Vec::as_slice), ground);
    DifferenceMap::new(plane.expect("the inputs fit"), axes, Vec::new())
}

#[test]
fn a_plane_has_no_bytes_beyond_255() {
    let read = "ldr x9, 8\nb 12\n.8byte 0xc000000000010000\nldur x0, [x9, 0]\nbr x30";
    let program = words(read);
    let options = Options { stream: Stream::Free(1), ..Options::default() };
    let mut ground =
        arm64::Ground { options, inputs: Inputs::Numbers, axes: [0, 2], values: Vec::new() };
    ground.values = vec![0; ground.names().len()];
    let mut plane = Arm64Plane::new([&program; 2], ground).expect("there is such a plane");
    assert_eq!(plane.names(), ["x0", "in[0]"]);
    for byte in [-1, 0, 7, 255, 256, 300] {
        let result = plane.run([5, byte]).map(|[left, _]| left.result as i64);
        assert_eq!(result, (0..256).contains(&byte).then_some(byte), "{byte}");
    }
}

/// The class at a point that the two programs above give, without a machine.
fn expected([x, y]: Point) -> CellClass {
    match (x > 1 << 32, y) {
        (_, i64::MIN..0) => CellClass::OutOfFuel,
        (true, 0) if x != 0 => CellClass::ResultsDiffer,
        (false, 0) => CellClass::LeftFaults,
        (true, 1..) if (x as u64) / (y as u64) != 0 => CellClass::ResultsDiffer,
        _ => CellClass::Agree,
    }
}

#[test]
fn a_map_of_words_of_64_bits_is_exact_where_a_float_is_not() {
    let ranges = [
        [(i64::MIN, i64::MAX), (i64::MIN, i64::MAX)],
        [((1 << 32) - 100, (1 << 32) + 100), (-2, 2)],
        [(i64::MAX - 700, i64::MAX), (i64::MAX - 500, i64::MAX)],
        [(i64::MIN, i64::MIN + 900), (0, 3)],
    ];
    for scale in [Scale::Linear, Scale::Logarithmic] {
        for ranges in ranges {
            let axes = ranges.map(|(from, to)| Axis::new(scale, from, to));
            let mut map = arm64_map(WIDE, Inputs::Numbers, axes);
            while map.rounds() < 1 {
                map.advance(100_000);
            }
            let columns = map.axes()[0].cells().len();
            for (index, cell) in map.cells().iter().enumerate() {
                assert_eq!(cell.class, expected(cell.point), "{:?}", cell.point);
                for (axis, at) in [index % columns, index / columns].into_iter().enumerate() {
                    let [first, last] = map.axes()[axis].cells()[at];
                    assert!((first..=last).contains(&cell.point[axis]), "{:?}", cell.point);
                }
            }
        }
    }
}

#[test]
fn the_axes_of_a_map_of_arm64_programs_can_be_words_of_an_array() {
    // The first element, and the length; too long an array is not allowed.
    let first = "ldur x0, [x0, 0]\nbr x30";
    let but = "ldur x2, [x0, 0]\nadd x0, x2, x1\nbr x30";
    let inputs = Inputs::Array { address: 0x1000, most: 2 };
    let axes = [Axis::new(Scale::Linear, -1, 3), Axis::new(Scale::Linear, 7, 7)];
    let mut map = arm64_map([first, but], inputs, axes);
    assert!(map.advance(u64::MAX));
    let classes: Vec<_> = map.cells().iter().map(|cell| cell.class).collect();
    use CellClass::{Agree, Excluded, ResultsDiffer};
    assert_eq!(classes, [Excluded, Agree, ResultsDiffer, ResultsDiffer, Excluded]);
    assert_eq!(
        map.csv(),
        "len from,len to,a[0] from,a[0] to,class,samples,sample len,sample a[0],left,right\r\n\
         0,0,7,7,agree,1,0,7,0,0\r\n\
         1,1,7,7,results-differ,1,1,7,7,8\r\n\
         2,2,7,7,results-differ,1,2,7,7,9\r\n"
    );
}

#[test]
fn the_regions_of_a_map_are_where_samples_satisfy_conditions() {
    let axes =
        || [Axis::new(Scale::Linear, -20, 20), Axis::new(Scale::Linear, i64::MAX - 20, i64::MAX)];
    let mut map = arm64_map(WIDE, Inputs::Numbers, axes());
    let conditions = ["x0 > 3", "x0 <u 2", "x1 == 0x7fffffffffffffff"]
        .map(|text| condition_of_numbers(text, 2, 0).expect(text));
    assert!(map.regions(&conditions).iter().all(Option::is_none));
    assert!(map.advance(u64::MAX));
    for (cell, number) in map.cells().iter().zip(map.regions(&conditions)) {
        let [x, y] = cell.point;
        let expected = match (x, y) {
            (4.., _) => 1,
            (0..=1, _) => 2,
            (_, i64::MAX) => 3,
            _ => 0,
        };
        assert_eq!(number, Some(expected), "{:?}", cell.point);
    }
    let mut map = map_of_words(axes()[0].clone());
    assert!(map.advance(u64::MAX));
    let spec = Spec { assume: vec!["$1 < 0".to_owned()], ..Spec::default() };
    let negative = Arc::new(Contract::new(&spec).expect("it is a contract"));
    for (cell, number) in map.cells().iter().zip(map.regions(&[negative])) {
        assert_eq!(number, Some(u8::from(cell.point[0] < 0)), "{:?}", cell.point);
    }
}

fn map_of_words(axis: Axis) -> DifferenceMap<MipsPlane> {
    map([axis.clone(), axis], &[])
}
