//! Pseudo-random WLP4 programs.
//!
//! What they do depends on no address: pointers are compared by order only within a block, no pointer outlives what it
//! points to, and each word of a block is written before it is read. They may divide by zero and follow `NULL`.

use crate::random::Random;

/// A program, with the type of numbers and large numbers of it.
pub fn program(random: &mut Random, integer: &'static str, large: &[&'static str]) -> String {
    let mut writer = Writer {
        random,
        integer,
        large: large.to_vec(),
        text: String::new(),
        procedures: Vec::new(),
        numbers: Vec::new(),
        counters: Vec::new(),
        free_counters: Vec::new(),
        pointers: Vec::new(),
        blocks: Vec::new(),
    };
    for index in 0..writer.below(4) {
        writer.procedure(&format!("f{index}"));
    }
    writer.procedure("wain");
    writer.text
}

struct Writer<'r> {
    random: &'r mut Random,
    integer: &'static str,
    large: Vec<&'static str>,
    text: String,
    /// The procedures so far: for each parameter, whether it is a pointer.
    procedures: Vec<(String, Vec<bool>)>,
    /// The variables of the current procedure that are numbers, and the counters of loops among those around.
    numbers: Vec<String>,
    counters: Vec<String>,
    free_counters: Vec<String>,
    /// Its pointers, each to a number or `NULL`.
    pointers: Vec<String>,
    /// The allocated blocks, each with its variable and its length.
    blocks: Vec<(String, u32)>,
}

impl Writer<'_> {
    fn below(&mut self, bound: u32) -> u32 {
        self.random.word() % bound
    }

    fn pick<T: Clone>(&mut self, list: &[T]) -> Option<T> {
        let index = self.below(list.len().max(1) as u32);
        list.get(index as usize).cloned()
    }

    fn procedure(&mut self, name: &str) {
        let is_wain = name == "wain";
        // Many parameters and variables, so that offsets in the frame are long.
        let count = if self.below(6) == 0 { 33 + self.below(8) } else { self.below(5) };
        let parameters: Vec<bool> = match is_wain {
            true => vec![false, false],
            false => (0..count).map(|_| self.below(4) == 0).collect(),
        };
        (self.numbers, self.pointers) = (Vec::new(), Vec::new());
        let mut list = Vec::new();
        for (index, &is_pointer) in parameters.iter().enumerate() {
            let (star, name) =
                if is_pointer { ("*", format!("q{index}")) } else { ("", format!("a{index}")) };
            list.push(format!("{}{star} {name}", self.integer));
            if is_pointer { &mut self.pointers } else { &mut self.numbers }.push(name);
        }
        self.text += &format!("{} {name}({}) {{\n", self.integer, list.join(", "));
        let locals = if self.below(6) == 0 { 30 + self.below(10) } else { 1 + self.below(4) };
        for index in 0..locals {
            let value = self.below(20);
            self.text += &format!("{} v{index} = {value};\n", self.integer);
            self.numbers.push(format!("v{index}"));
        }
        for index in 0..2 {
            self.text += &format!(
                "{0}* p{index} = NULL;\n{0}* b{index} = NULL;\n{0} c{index} = 0;\n",
                self.integer
            );
            self.pointers.push(format!("p{index}"));
        }
        self.free_counters = vec!["c0".to_owned(), "c1".to_owned()];
        for _ in 0..1 + self.below(4) {
            self.statement(2);
        }
        let result = self.number(3);
        self.text += &format!("return {result};\n}}\n");
        self.procedures.push((name.to_owned(), parameters));
    }

    fn statement(&mut self, depth: u32) {
        let choice = self.below(if depth == 0 { 6 } else { 10 });
        match choice {
            0..=2 => {
                let to = self.pick(&self.numbers.clone()).expect("there is one");
                let value = self.number(3);
                self.text += &format!("{to} = {value};\n");
            }
            3 => {
                let value = self.number(2);
                let how = if self.below(4) == 0 { "putchar" } else { "println" };
                self.text += &format!("{how}({value});\n");
            }
            4 => {
                let to = self.pick(&["p0", "p1"]).expect("there is one");
                let value = self.pointer();
                self.text += &format!("{to} = {value};\n");
            }
            5 => {
                let place = self.word();
                let value = self.number(2);
                self.text += &format!("{place} = {value};\n");
            }
            6 | 7 => {
                let test = self.test();
                self.text += &format!("if ({test}) {{\n");
                self.statement(depth - 1);
                self.text += "} else {\n";
                if self.below(2) == 0 {
                    self.statement(depth - 1);
                }
                self.text += "}\n";
            }
            8 => {
                let Some(counter) = self.free_counters.pop() else { return self.statement(0) };
                let times = self.below(4);
                self.text += &format!("{counter} = {times};\nwhile ({counter} > 0) {{\n");
                self.counters.push(counter.clone());
                self.statement(depth - 1);
                self.counters.pop();
                self.text += &format!("{counter} = {counter} - 1;\n}}\n");
                self.free_counters.push(counter);
            }
            _ => self.block(depth),
        }
    }

    /// A block is allocated, used and deleted.
    fn block(&mut self, depth: u32) {
        let name = format!("b{}", self.blocks.len());
        if self.blocks.len() == 2 {
            return self.statement(0);
        }
        let length = 1 + self.below(4);
        self.text += &format!("{name} = new {}[{length}];\n", self.integer);
        for index in 0..length {
            let value = self.number(2);
            self.text += &format!("*({name} + {index}) = {value};\n");
        }
        self.blocks.push((name.clone(), length));
        for _ in 0..1 + self.below(2) {
            self.statement(depth - 1);
        }
        self.blocks.pop();
        self.text += &format!("println(*{name});\ndelete [] {name};\n");
    }

    /// A pointer to a number, or `NULL`.
    fn pointer(&mut self) -> String {
        let choice = self.below(8);
        let other = self.pick(&self.pointers.clone()).expect("there is one");
        match choice {
            0 => "NULL".to_owned(),
            1 | 2 => other,
            3 => format!("&*{other}"),
            _ => format!("&{}", self.pick(&self.numbers.clone()).expect("there is one")),
        }
    }

    /// The place of a number that a pointer points to.
    fn word(&mut self) -> String {
        if let Some((name, length)) = self.pick(&self.blocks.clone()) {
            let index = self.below(length);
            return match self.below(3) {
                0 => format!("*({index} + {name})"),
                1 => format!("*({name} + {length} - {})", length - index),
                _ => format!("*({name} + {index})"),
            };
        }
        match self.below(16) {
            0 => format!("*{}", self.pick(&self.pointers.clone()).expect("there is one")),
            _ => format!("*&{}", self.pick(&self.numbers.clone()).expect("there is one")),
        }
    }

    fn test(&mut self) -> String {
        let sign = self.pick(&["==", "!=", "<", "<=", ">", ">="]).expect("there is one");
        match (self.below(4), self.pick(&self.blocks.clone())) {
            (0, _) => {
                let [left, right] = [(); 2].map(|()| self.pointer());
                let sign = self.pick(&["==", "!="]).expect("there is one");
                format!("{left} {sign} {right}")
            }
            (1, Some((name, length))) => {
                let [left, right] = [(); 2].map(|()| self.below(length + 1));
                format!("{name} + {left} {sign} {name} + {right}")
            }
            _ => {
                let [left, right] = [(); 2].map(|()| self.number(2));
                format!("{left} {sign} {right}")
            }
        }
    }

    fn number(&mut self, depth: u32) -> String {
        let choice = self.below(if depth == 0 { 6 } else { 16 });
        match choice {
            0 => self.below(12).to_string(),
            1 if self.below(3) == 0 => {
                self.pick(&self.large.clone()).expect("there is one").to_owned()
            }
            2 if self.below(4) == 0 => "getchar()".to_owned(),
            3 => self.word(),
            4 => {
                let all = [&self.numbers[..], &self.counters].concat();
                self.pick(&all).expect("there is one")
            }
            1 | 2 | 5 => self.pick(&self.numbers.clone()).expect("there is one"),
            6 | 7 => match self.pick(&self.procedures.clone()) {
                Some((name, parameters)) => {
                    let arguments = parameters.into_iter().map(|is_pointer| match is_pointer {
                        true => self.pointer(),
                        false => self.number(depth / 2),
                    });
                    format!("{name}({})", arguments.collect::<Vec<_>>().join(", "))
                }
                None => self.number(depth - 1),
            },
            8 if !self.blocks.is_empty() => {
                let (name, length) = self.pick(&self.blocks.clone()).expect("there is one");
                let [left, right] = [(); 2].map(|()| self.below(length + 1));
                format!("({name} + {left} - ({name} + {right}))")
            }
            _ => {
                let [left, mut right] = [(); 2].map(|()| self.number(depth - 1));
                let sign = self.pick(&["+", "-", "*", "+", "-", "*", "/", "%"]);
                let sign = sign.expect("there is one");
                // Most divisors are not 0, or most runs would end early.
                if matches!(sign, "/" | "%") && self.below(8) != 0 {
                    let divisor = 1 + self.below(9);
                    right = match self.below(3) {
                        0 => format!("(0 - {divisor})"),
                        _ => divisor.to_string(),
                    };
                }
                let text = format!("{left} {sign} {right}");
                if self.below(3) == 0 { text } else { format!("({text})") }
            }
        }
    }
}
