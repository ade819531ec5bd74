//! Rebuilds a query of a comparison from its event.
//!
//! A comparison keeps no queries. Runs and passes are deterministic, so an event has enough data to
//! pose the same query again.

use std::rc::Rc;

use super::outcome::Outcome;
use super::outcome::both;
use super::{Options, Strategy};
use crate::machine::{Image, Inputs, Machine};
use crate::report::Side;
use crate::symbolic::paths::Follower;
use crate::symbolic::query::Query;
use crate::term::Terms;
use crate::trace::TraceRecorder;

/// The data of a query's event.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The query's name.
    pub name: String,
    /// The program whose path is left.
    pub side: Side,
    /// The inputs of the run whose path is left.
    pub inputs: Inputs,
    /// The negated condition; `None` for the query whether results differ.
    pub flip: Option<u32>,
    /// Outcomes already taken.
    pub excluded: Vec<u32>,
}

/// The query with its terms, or `None` where the run has no such condition.
///
/// It is the same query, except for the names of terms that are used more than once.
pub fn query(images: [&Rc<Image>; 2], options: &Options, asked: &Asked) -> Option<(Terms, Query)> {
    let images = match options.strategy {
        Strategy::Product => images.to_vec(),
        Strategy::Paper => vec![images[asked.side as usize]],
    };
    let runs = images.into_iter().map(|image| {
        let mut recorder = TraceRecorder::new(image);
        let mut machine = Machine::new(image, &asked.inputs);
        let stop = machine.run(options.fuel, &mut recorder);
        (Outcome::of(&machine, stop), recorder.finish())
    });
    let (outcomes, traces): (Vec<_>, Vec<_>) = runs.unzip();
    let traces: Vec<_> = traces.iter().collect();
    let mut terms = Terms::new();
    let depth = options.trace_depth();
    let mut follower = Follower::new(&options.contract);
    let run = follower.follow(&mut terms, 0, &asked.inputs, &traces, depth, &|| false)?;
    let conditions = run.path.conditions.len();
    let name = asked.name.clone();
    let query = match (asked.flip, &run.results[..]) {
        (Some(flip), _) if flip as usize + run.premises < conditions => {
            let index = flip as usize + run.premises;
            run.path.flip(&mut terms, name, index, &asked.excluded)
        }
        (None, [_, _]) => {
            let both = both(&outcomes[0], &outcomes[1])?;
            let differ = follower.observations_differ(&mut terms, &run, both, &|| false)?;
            run.path.ask(&mut terms, name, conditions, differ)
        }
        _ => return None,
    };
    Some((terms, query))
}
