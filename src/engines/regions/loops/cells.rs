//! Divides the inputs outside of conjunctions into disjoint conjunctions.
//!
//! A proof about a conjunction is easier than one about a disjunction, and claims have no
//! disjunctions among their premises. The inputs outside of `A and B` are those of `not A` and those
//! of `A and not B`.

/// Maximum number of cells; if there would be more, one cell has the negations of all conjunctions.
const CELLS: usize = 12;

/// The cells outside of all these conjunctions, each as the texts of its conjuncts.
pub(super) fn cells(conjunctions: &[&[String]]) -> Vec<Vec<String>> {
    let mut cells: Vec<Vec<String>> = vec![Vec::new()];
    for texts in conjunctions {
        let halves: Vec<String> = texts.iter().flat_map(|text| halves(text)).collect();
        let outside: Vec<Vec<String>> = (0..halves.len())
            .map(|index| {
                let fails = format!("not ({})", halves[index]);
                halves[..index].iter().cloned().chain([fails]).collect()
            })
            .collect();
        let each = |cell: &Vec<String>| {
            let longer = |more: &Vec<String>| [&cell[..], more].concat();
            outside.iter().map(longer).collect::<Vec<_>>()
        };
        cells = cells.iter().flat_map(each).collect();
    }
    match cells.len() <= CELLS {
        true => cells,
        false => {
            let negated = conjunctions.iter().map(|texts| format!("not ({})", texts.join(" and ")));
            vec![negated.collect()]
        }
    }
}

/// The two comparisons of an interval `a <= x <= b`; any other text as it is.
fn halves(text: &str) -> Vec<String> {
    for relation in [" <= ", " <=u "] {
        let parts: Vec<&str> = text.split(relation).collect();
        if let [first, word, last] = parts[..]
            && !text.contains(['(', ')'])
            && !text.contains(" and ")
        {
            return vec![format!("{first}{relation}{word}"), format!("{word}{relation}{last}")];
        }
    }
    vec![text.to_owned()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(of: &[&str]) -> Vec<String> {
        of.iter().map(|&text| text.to_owned()).collect()
    }

    #[test]
    fn cells_are_disjoint_conjunctions() {
        let (one, two) = (texts(&["$1 == 9"]), texts(&["1 <= $2 <= 5"]));
        let expected = [
            texts(&["not ($1 == 9)", "not (1 <= $2)"]),
            texts(&["not ($1 == 9)", "1 <= $2", "not ($2 <= 5)"]),
        ];
        assert_eq!(cells(&[&one[..], &two[..]]), expected);
    }

    #[test]
    fn nothing_is_outside_of_everything() {
        assert!(cells(&[&[]]).is_empty());
        assert_eq!(cells(&[]), [texts(&[])]);
    }
}
