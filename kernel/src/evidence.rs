//! The form of evidence.
//!
//! Evidence is a product of both programs. A *node* is a location of each program with an invariant.
//! From the start and from each node a *script* says how both programs go on: it executes a number of
//! instructions of one of them, distinguishes cases, applies rules, calls a *contract*, and arrives at a
//! node or at the end of both. A contract says what happens from one location to a later one, such as
//! from the entry of a procedure to its return, and is proved by a script of its own. *Functions* and
//! *lemmas* about them are mathematics that scripts may use.
//!
//! A script is a list of steps. A step that has several cases holds a script for each case except for
//! the last one, which continues the list. Cases that contradict known facts are dropped by the kernel.
//!
//! Evidence holds no program, no contract of inputs and no statement: the reader has these.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Evidence for a claim.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Evidence {
    /// The work that checking takes at most; a unit is about an instruction, a monomial or a literal.
    pub work: u64,
    /// An allowed input which shows that the claim is about something.
    pub exercise: Exercise,
    /// Functions that the kernel proves to exist, each from those before it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub functions: Vec<Function>,
    /// Facts about all words, each proved from those before it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lemmas: Vec<Lemma>,
    /// What happens from one location to a later one, such as in a procedure.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub contracts: BTreeMap<String, Contract>,
    /// Locations of both programs with their invariants.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub nodes: BTreeMap<String, Node>,
    /// How both programs go on from the start.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub start: Script,
}

/// An input, and how long the kernel runs both programs on it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Exercise {
    /// The input.
    pub input: Input,
    /// Steps of each program at most.
    pub steps: u64,
}

/// The words that programs are given.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// The inputs, in the order of the claim.
    pub words: Vec<u64>,
    /// The elements of each array, by its name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub arrays: BTreeMap<String, Vec<u64>>,
}

/// A function from words to a word. Where its domain holds it is what its body says, and the kernel
/// proves that there is such a function: what it applies itself to is in the domain and smaller by the
/// measure. Elsewhere nothing is known about it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// Facts about the arguments.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub domain: Vec<FactText>,
    /// Words that get smaller, in lexicographic order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub measure: Vec<String>,
    /// Its value.
    pub body: Body,
}

/// The value of a function.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Body {
    /// One of two values.
    Choice {
        /// The fact that decides.
        #[serde(rename = "if")]
        fact: FactText,
        /// The value where it holds.
        then: Box<Body>,
        /// The value where it does not.
        #[serde(rename = "else")]
        otherwise: Box<Body>,
    },
    /// A term, with a proof that each application of the function itself is admissible.
    Value {
        /// The term.
        is: String,
        /// Which of the measures gets smaller; those before it do not get larger.
        #[serde(default, skip_serializing_if = "is_default")]
        component: usize,
        /// Proofs: `domain.0`, `domain.1` and so on, then `measure`, with the number of the
        /// application behind each (`domain.0.1`), counted from 0.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        by: Proofs,
    },
}

/// A fact about all words that satisfy the hypotheses.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Lemma {
    /// Its name.
    pub name: String,
    /// The words that it is about.
    pub any: Vec<String>,
    /// What is assumed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub assume: Vec<FactText>,
    /// What follows.
    pub show: FactText,
    /// Words by which the proof may use the lemma itself: for smaller ones, in lexicographic order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub measure: Vec<String>,
    /// The proof. Hypotheses are `assume`, `assume.1` and so on; the negated conclusion is `goal`.
    pub by: Script,
}

/// What one or both programs do from one location to a later one. It always ends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Contract {
    /// Contracts of lower groups may be called freely, those of the same group only with a smaller
    /// measure, others not at all.
    #[serde(default, skip_serializing_if = "is_default")]
    pub group: u32,
    /// What holds at the beginning.
    pub before: Invariant,
    /// What holds at the end.
    pub after: Invariant,
    /// Words that get smaller with each call within the group, in lexicographic order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub measure: Vec<String>,
    /// How the programs go from the beginning to the end.
    pub script: Script,
}

/// A location of both programs, what holds there, and how both go on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Node {
    /// What holds.
    pub holds: Invariant,
    /// Words that get smaller, in lexicographic order, from node to node.
    #[serde(default, skip_serializing_if = "Measures::is_empty")]
    pub measures: Measures,
    /// How both programs go on.
    pub script: Script,
}

/// Measures of a node, by the edges between nodes on which they get smaller.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Measures {
    /// On those on which the left program does not move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_waits: Vec<String>,
    /// On those on which the right program does not move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub right_waits: Vec<String>,
    /// On all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub always: Vec<String>,
}

impl Measures {
    fn is_empty(&self) -> bool {
        *self == Measures::default()
    }
}

/// What holds at a location, for some values of the words that it names. Registers and memories that it
/// does not mention may be anything.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Invariant {
    /// The address of each program's next instruction, or `fault`. A contract of one program leaves
    /// the other one out.
    pub at: BTreeMap<Side, String>,
    /// Names of words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub any: Vec<String>,
    /// What registers hold, by their names: `left.$3`.
    #[serde(default, rename = "where", skip_serializing_if = "BTreeMap::is_empty")]
    pub registers: BTreeMap<String, String>,
    /// Facts about all of these words, by labels.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub facts: BTreeMap<String, FactText>,
    /// Programs that have not stored anything since the start.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub untouched: Vec<Side>,
    /// Parts on which two memories are the same, by labels.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub regions: BTreeMap<String, RegionText>,
    /// How many bytes of the input stream each program has read; 0 if it is not mentioned.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub taken: BTreeMap<Side, usize>,
}

/// A part of two memories: each address `x` with `x - from` below `size`, as unsigned numbers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RegionText {
    /// The memories: `left`, `right`, `start.left`, `start.right`; behind a contract also
    /// `entry.left` and `entry.right`.
    pub of: [String; 2],
    /// The first address.
    pub from: String,
    /// The number of bytes.
    pub size: String,
}

/// A fact: a relation of words as text, or an inequality over the integers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum FactText {
    /// As text, such as `left.$3 = n`.
    Text(String),
    /// A sum of unsigned values of words with integer factors is at most a number.
    Sum {
        /// Factors and words.
        sum: Vec<(i64, String)>,
        /// The number.
        most: i64,
    },
}

/// One of both programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Side {
    /// The left one.
    Left,
    /// The right one.
    Right,
}

impl Side {
    /// Both, left first.
    pub const BOTH: [Side; 2] = [Side::Left, Side::Right];

    /// 0 for the left one, 1 for the right one.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The name in terms.
    pub const fn name(self) -> &'static str {
        ["left", "right"][self as usize]
    }
}

/// Proofs by what they are for. What is known already needs none.
pub type Proofs = BTreeMap<String, Script>;

/// Steps, one after the other.
pub type Script = Vec<Step>;

/// A step of a script.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Step {
    /// Applies a rule.
    Rule(Rule),
    /// Names terms and memories.
    Let {
        /// The terms by their names.
        #[serde(rename = "let")]
        names: BTreeMap<String, String>,
        /// The memories by their names.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        memories: BTreeMap<String, String>,
    },
    /// Executes so many instructions of a program.
    Run {
        /// The program, and how many.
        run: (Side, u64),
    },
    /// Says which number the address of a program's next instruction is.
    Jump {
        /// The program, and the number.
        jump: (Side, String),
        /// A proof, if it is not known.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        by: Script,
    },
    /// Goes from the beginning of a contract to its end.
    Call {
        /// The contract.
        call: String,
        /// What is put before the labels of its end, with a point: `x.kept`. The contract's name, if
        /// nothing is said.
        #[serde(default, rename = "as", skip_serializing_if = "Option::is_none")]
        label: Option<String>,
        /// The values of the words that its beginning names.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        with: BTreeMap<String, String>,
        /// Which of the measures gets smaller.
        #[serde(default, skip_serializing_if = "is_default")]
        component: usize,
        /// Names for the words that its end names.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        names: BTreeMap<String, String>,
        /// Proofs of what has to hold.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        by: Proofs,
    },
    /// Ends the script at a node.
    Arrive {
        /// The node.
        arrive: String,
        /// The values of the words that it names.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        with: BTreeMap<String, String>,
        /// Which of the measures gets smaller.
        #[serde(default, skip_serializing_if = "is_default")]
        component: usize,
        /// Proofs of what has to hold.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        by: Proofs,
    },
    /// Ends the script where the contract ends.
    Return {
        /// The values of the words that its end names.
        #[serde(rename = "return")]
        with: BTreeMap<String, String>,
        /// Proofs of what has to hold.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        by: Proofs,
    },
    /// Ends the script where the claim demands nothing more, or where both programs have ended.
    End {
        /// Why it ends.
        end: End,
        /// Proofs of what has to hold.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        by: Proofs,
    },
}

/// Why a script ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum End {
    /// Both programs have ended, alike.
    Both,
    /// They have executed more steps than the claim is about.
    Late,
    /// The left program's stack is deeper than the claim allows.
    DeepLeft,
    /// The right program's stack is deeper than the claim allows.
    DeepRight,
    /// The input is the one that the claim leaves out.
    Exempt,
}

/// An application of a rule. Each rule reads the fields that it needs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Rule {
    /// Its name in the table of rules.
    pub rule: String,
    /// Labels of facts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub on: Vec<String>,
    /// Factors of these facts, as integers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub times: Vec<i64>,
    /// Factors of these facts, as terms.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub factors: Vec<String>,
    /// Terms.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub terms: Vec<String>,
    /// Integer factors with terms.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sum: Vec<(i64, String)>,
    /// A number that is added to the sum.
    #[serde(default, skip_serializing_if = "is_default")]
    pub plus: i64,
    /// A fact.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fact: Option<FactText>,
    /// A function, a lemma, a memory or a region.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Values of a lemma's words.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub with: BTreeMap<String, String>,
    /// Which of a lemma's measures gets smaller.
    #[serde(default, skip_serializing_if = "is_default")]
    pub component: usize,
    /// A proof in LRAT.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proof: Option<String>,
    /// The label of the facts that it adds: `x`, then `x.1`, `x.2` and so on.
    #[serde(default, rename = "as", skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// A script for each case that is open, except for the last one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cases: Vec<Script>,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
