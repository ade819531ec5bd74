//! The moves of a search: each replaces an application, closes a point, or splits it into cases.

use super::*;

impl Search<'_, '_> {
    /// Proves by arithmetic that a difference without applications is zero.
    pub(super) fn by_arithmetic(&mut self, at: &mut At) -> Result<Move, Refusal> {
        if at.current == Terms::ZERO {
            return Ok(Move::Not);
        }
        let goal = Fact::zero(&mut self.world.prover.terms, at.current)?;
        if !self.applications(at.current).is_empty() || !self.all_hold(at, &goal) {
            return Ok(Move::Not);
        }
        let all = at.here.point.context.facts().to_vec();
        match self.lemma_of(&all, Some(&goal), Effort::Full)? {
            Some(step) => {
                if let Step::Rule(rule) = &step {
                    at.here.assume(&rule.label, goal);
                }
                at.script.push(step);
            }
            None => return Ok(Move::Not),
        }
        match ring::close(&mut self.world, &at.here)? {
            Some(step) => {
                at.script.push(step);
                Ok(Move::Ends(Some(std::mem::take(&mut at.script))))
            }
            None => Ok(Move::Not),
        }
    }

    /// Replaces a word by its value, or by a number more than another word, if the facts fix it; but not in operands: an
    /// application to a constant would have another place in the kernel's order of atoms.
    pub(super) fn fix(&mut self, at: &mut At) -> Result<Move, Refusal> {
        if at.alive.len() < 2 {
            return Ok(Move::Not);
        }
        let words = self.words_at_top(at.current)?;
        let mut pairs = Vec::new();
        if self.applications(at.current).is_empty() {
            pairs.extend(words.iter().map(|word| (*word, Terms::ZERO)));
        }
        for (index, &word) in words.iter().enumerate() {
            pairs.extend(words[..index].iter().map(|other| (word, *other)));
        }
        for (word, other) in pairs {
            let difference = self.world.prover.terms.sub(word, other)?;
            let terms = &self.world.prover.terms;
            let value = |&sample: &usize| self.samples[sample].term(terms, difference);
            let mut values = at.alive.iter().map(value);
            let Some(value) = values.next() else { return Ok(Move::Not) };
            if values.any(|it| it != value) {
                continue;
            }
            let terms = &mut self.world.prover.terms;
            let by = terms.constant(value);
            let to = terms.add(other, by)?;
            let fact = Fact::equal(terms, word, to)?;
            let mut next = at.clone();
            let Some(atom) = self.world.prover.terms.as_atom(word) else { continue };
            if self.conclude(&mut next, &fact)? {
                next.current = self.at_top(at.current, &HashMap::from([(atom, to)]))?;
                *at = next;
                return Ok(Move::Went);
            }
        }
        Ok(Move::Not)
    }

    /// Replaces a word that is assumed to be the value of a function.
    pub(super) fn name_value(&mut self, at: &mut At) -> Result<Move, Refusal> {
        let words = self.words_at_top(at.current)?;
        let terms = &self.world.prover.terms;
        let assumed = at.here.point.context.facts().iter().take(self.lemma.assume.len());
        let zeros = assumed.filter_map(Fact::as_zero);
        let mut found = None;
        for zero in zeros {
            let [(one, _), (other, _)] = terms.polynomial(zero) else { continue };
            let (&[a], &[b]) = (&one[..], &other[..]) else { continue };
            for (word, value) in [(a, b), (b, a)] {
                let is_value = matches!(terms.node(value).head, Head::Function(_));
                if is_value && words.iter().any(|it| terms.as_atom(*it) == Some(word)) {
                    found = Some((zero, word));
                }
            }
        }
        let Some((zero, word)) = found else { return Ok(Move::Not) };
        let Some(value) = self.solved(zero, word)? else { return Ok(Move::Not) };
        at.current = self.at_top(at.current, &HashMap::from([(word, value)]))?;
        Ok(Move::Went)
    }

    /// The words in the products of a term, without those in operands.
    fn words_at_top(&mut self, term: Term) -> Result<Vec<Term>, Refusal> {
        let terms = &mut self.world.prover.terms;
        let all = terms.polynomial(term).iter().flat_map(|(monomial, _)| monomial);
        let atoms: BTreeSet<Atom> = all.copied().collect();
        let mut words = Vec::new();
        for atom in atoms {
            let Node { head, operands } = terms.node(atom).clone();
            if matches!(head, Head::Symbol(_)) {
                words.push(terms.atom(head, operands)?);
            }
        }
        Ok(words)
    }

    /// Merges two applications of one function, or two divisions, with equal operands.
    pub(super) fn merge(&mut self, at: &mut At) -> Result<Move, Refusal> {
        let mut all = self.applications(at.current);
        let terms = &self.world.prover.terms;
        let tops = terms.polynomial(at.current).iter().flat_map(|(monomial, _)| monomial);
        let divides = |atom: &Atom| {
            let head = &terms.node(*atom).head;
            matches!(head, Head::Operator(Operator::Quotient | Operator::Remainder))
        };
        all.extend(tops.copied().filter(divides).collect::<BTreeSet<Atom>>());
        for (index, &one) in all.iter().enumerate() {
            for &other in &all[index + 1..] {
                let terms = &self.world.prover.terms;
                let (a, b) = (terms.node(one).clone(), terms.node(other).clone());
                if a.head != b.head {
                    continue;
                }
                let pairs = a.operands.iter().zip(&b.operands);
                let mut is_same = true;
                for (&x, &y) in pairs {
                    let same = Fact::equal(&mut self.world.prover.terms, x, y)?;
                    is_same &= self.all_hold(at, &same);
                }
                if !is_same {
                    continue;
                }
                let mut next = at.clone();
                let to = self.congruent(&mut next, one, a.head, &a.operands, b.operands)?;
                let Some(to) = to else { continue };
                if self.replace(&mut next, one, to)? {
                    *at = next;
                    return Ok(Move::Went);
                }
            }
        }
        Ok(Move::Not)
    }

    /// Rewrites an application by a lemma or the hypothesis.
    pub(super) fn rewrite(&mut self, at: &mut At) -> Result<Move, Refusal> {
        let mut rules: Vec<(Rewrite, Option<Vec<Term>>)> = Vec::new();
        if let Some((rule, measure)) = self.hypothesis.clone() {
            let turned = self.theory.turned(&rule).map(|rule| (rule, Some(measure.clone())));
            rules.push((rule, Some(measure)));
            rules.extend(turned);
        }
        rules.extend(self.early().into_iter().map(|rule| (rule, None)));
        self.rewrite_by(at, rules)
    }

    /// Rewrites an application of the function that the lemma is about by a lemma about this function alone, unless that
    /// gives constants for accumulators. Before anything else, this would change what the hypothesis and the other side
    /// match.
    pub(super) fn rewrite_late(&mut self, at: &mut At) -> Result<Move, Refusal> {
        let early = self.early();
        let mut rules = self.theory.rewrites();
        rules.retain(|rule| early.iter().all(|other| other.lemma.name != rule.lemma.name));
        rules.retain(|rule| !self.theory.is_step(rule));
        self.rewrite_by(at, rules.into_iter().rev().map(|rule| (rule, None)).collect())
    }

    /// The lemmas that rewrite applications first; the lemma proved last comes first.
    fn early(&self) -> Vec<Rewrite> {
        let about = self.theory.about(&self.lemma.show);
        let mut rules = self.theory.rewrites();
        rules.retain(|rule| {
            let is_same = about.len() == 1 && self.theory.about(&rule.lemma.show) == about;
            !self.theory.is_step(rule) && (!is_same || self.theory.is_accumulator(rule))
        });
        rules.reverse();
        rules
    }

    fn rewrite_by(
        &mut self,
        at: &mut At,
        rules: Vec<(Rewrite, Option<Vec<Term>>)>,
    ) -> Result<Move, Refusal> {
        for (rule, measure) in rules {
            for atom in self.applications(at.current) {
                let mut next = at.clone();
                if self.instance(&mut next, atom, &rule, measure.as_deref())? {
                    *at = next;
                    return Ok(Move::Went);
                }
            }
        }
        Ok(Move::Not)
    }

    /// Splits on an assumption of a lemma about a function that is not recursive, or, where nothing is proved by induction,
    /// about two functions: where it holds, one function is the other one.
    pub(super) fn split_domain(&mut self, at: &mut At) -> Result<Move, Refusal> {
        for rule in self.theory.rewrites() {
            for atom in self.applications(at.current) {
                let Node { head, operands } = self.world.prover.terms.node(atom).clone();
                let is_start = self.theory.functions[rule.function].measure.is_empty();
                let is_of_two =
                    || self.hypothesis.is_none() && self.theory.about(&rule.lemma.show).len() > 1;
                if head != Head::Function(rule.function) || !is_start && !is_of_two() {
                    continue;
                }
                let Some(words) = self.matched(&rule, &operands)? else { continue };
                let given = self.given();
                let scope = Scope { definitions: given, ..self.world.prover.scope(&at.here.point) };
                let point = scope.inputs_and(&rule.lemma.any, &words)?;
                let mut scope = Scope { definitions: given, ..self.world.prover.scope(&point) };
                for fact in scope.facts(&rule.lemma.assume)? {
                    let some = at.alive.iter().any(|&it| self.holds(it, &fact) == Some(true));
                    let is_open = at.here.point.context.knows(&fact).is_none();
                    if some && is_open && !self.all_hold(at, &fact) {
                        return self.split(at, &fact);
                    }
                }
            }
        }
        Ok(Move::Not)
    }

    /// Applies a lemma to an application.
    pub(super) fn instance(
        &mut self,
        at: &mut At,
        atom: Atom,
        rewrite: &Rewrite,
        measure: Option<&[Term]>,
    ) -> Result<bool, Refusal> {
        let Node { head, operands } = self.world.prover.terms.node(atom).clone();
        let lemma = &rewrite.lemma;
        if head != Head::Function(rewrite.function) {
            return Ok(false);
        }
        let Some(words) = self.matched(rewrite, &operands)? else { return Ok(false) };
        let mut texts = Vec::new();
        for &word in &words {
            texts.push(self.world.text(word)?);
        }
        let key = format!("{} {texts:?}", lemma.name);
        if !at.used.insert(key) {
            return Ok(false);
        }
        let given = self.given();
        let scope = Scope { definitions: given, ..self.world.prover.scope(&at.here.point) };
        let point = scope.inputs_and(&lemma.any, &words)?;
        let mut scope = Scope { definitions: given, ..self.world.prover.scope(&point) };
        let name = self.theory.functions[rewrite.function].name.clone();
        let application = Expression::Apply(name, rewrite.arguments.clone());
        let from = scope.meaning(&application)?;
        let to = scope.term(&rewrite.other)?;
        let mut needed = scope.facts(&lemma.assume)?;
        let after = scope.all_terms(&lemma.measure)?;
        // A rule that gives back its left side, as an accumulator's at its start, is no step.
        if self.world.prover.terms.as_atom(from) != Some(atom) || to == from {
            return Ok(false);
        }
        let mut component = 0;
        if let Some(before) = measure {
            let Some((index, facts)) = self.smaller(at, before, &after)? else { return Ok(false) };
            component = index;
            needed.extend(facts);
        }
        let is_possible = |fact: &Fact| fact.folded() != Some(false) && self.all_hold(at, fact);
        if !needed.iter().all(is_possible) {
            return Ok(false);
        }
        for fact in &needed {
            if !self.conclude_any(at, fact)? {
                return Ok(false);
            }
        }
        let with = lemma.any.iter().cloned().zip(texts).collect();
        let (name, label) = (lemma.name.clone(), self.label());
        let rule = Rule { rule: "lemma".into(), name, with, label, component, ..Rule::default() };
        let lemmas = [lemma.clone()];
        at.here.point.context.hypothesis = measure.map(|it| (0, it.to_vec()));
        let given = Definitions { functions: &self.theory.functions, lemmas: &lemmas };
        let found = self.apply(at, rule, given);
        at.here.point.context.hypothesis = None;
        Ok(found.is_some() && self.replace(at, atom, to)?)
    }

    /// The measure component that decreases on all samples, and the facts that prove the decrease.
    fn smaller(
        &mut self,
        at: &At,
        before: &[Term],
        after: &[Term],
    ) -> Result<Option<(usize, Vec<Fact>)>, Refusal> {
        for index in 0..before.len() {
            let facts = descent(&mut self.world.prover.terms, before, after, index)?;
            let folded = facts.iter().any(|fact| fact.folded() == Some(false));
            if !folded && facts.iter().all(|fact| self.all_hold(at, fact)) {
                return Ok(Some((index, facts)));
            }
        }
        Ok(None)
    }

    /// Matches the left side of a lemma with an application; returns the values of the lemma's words.
    pub(super) fn matched(
        &mut self,
        rewrite: &Rewrite,
        operands: &[Term],
    ) -> Result<Option<Vec<Term>>, Refusal> {
        let terms = &mut self.world.prover.terms;
        let mut words: BTreeMap<&str, Term> = BTreeMap::new();
        let any = &rewrite.lemma.any;
        let is_word = |name: &String| any.contains(name);
        for (pattern, &operand) in rewrite.arguments.iter().zip(operands) {
            if let Expression::Name(name) = pattern
                && is_word(name)
                && *words.entry(name).or_insert(operand) != operand
            {
                return Ok(None);
            }
        }
        for (pattern, &operand) in rewrite.arguments.iter().zip(operands) {
            // Solve patterns such as `x + 1`, `-1 + x` or `x - y` for a word that has no value yet.
            let Expression::Apply(name, sides) = pattern else { continue };
            let [a, b] = &sides[..] else { continue };
            let (x, y) = (known(a, terms, &words)?, known(b, terms, &words)?);
            match (&name[..], a, x, b, y) {
                ("+", Expression::Name(x), None, _, Some(y)) if is_word(x) => {
                    words.insert(x, terms.sub(operand, y)?);
                }
                ("+", _, Some(x), Expression::Name(y), None) if is_word(y) => {
                    words.insert(y, terms.sub(operand, x)?);
                }
                ("-", Expression::Name(x), None, _, Some(y)) if is_word(x) => {
                    words.insert(x, terms.add(operand, y)?);
                }
                ("-", _, Some(x), Expression::Name(y), None) if is_word(y) => {
                    words.insert(y, terms.sub(x, operand)?);
                }
                _ => {}
            }
        }
        Ok(any.iter().map(|name| words.get(&name[..]).copied()).collect())
    }

    pub(super) fn split(&mut self, at: &mut At, fact: &Fact) -> Result<Move, Refusal> {
        let text = self.world.names.fact(&self.world.prover.terms, fact)?;
        let label = self.label();
        let rule = Rule { rule: "split".into(), fact: text, label, ..Rule::default() };
        self.cases(at, rule, None)
    }

    /// Applies a rule and closes all of its cases. If an application is given, each case first replaces it by the value
    /// that the case gives.
    pub(super) fn cases(
        &mut self,
        at: &mut At,
        mut rule: Rule,
        application: Option<Atom>,
    ) -> Result<Move, Refusal> {
        let count = at.here.point.context.facts().len();
        let given = self.given();
        let Some(open) = self.world.branch_with(&at.here, &rule, given) else {
            return Ok(Move::Not);
        };
        let mut scripts = Vec::new();
        for here in open {
            let facts = here.point.context.facts()[count..].to_vec();
            let mut next = At { here, script: Vec::new(), ..at.clone() };
            let holds =
                |sample: &usize| facts.iter().all(|fact| self.holds(*sample, fact) == Some(true));
            next.alive = at.alive.iter().copied().filter(holds).collect();
            if let Some(atom) = application
                && let Some(zero) = facts.first().and_then(Fact::as_zero)
                && !next.alive.is_empty()
            {
                let Some(value) = self.solved(zero, atom)? else { return Ok(Move::Ends(None)) };
                if !self.replace(&mut next, atom, value)? {
                    return Ok(Move::Ends(None));
                }
            }
            let Some(script) = self.close(next)? else { return Ok(Move::Ends(None)) };
            scripts.push(script);
        }
        let last = scripts.pop().unwrap_or_default();
        rule.cases = scripts;
        let mut script = std::mem::take(&mut at.script);
        script.push(Step::Rule(rule));
        script.extend(last);
        Ok(Move::Ends(Some(script)))
    }

    /// Solves an equation for an atom that occurs once in it, with factor 1 or -1.
    pub(super) fn solved(&mut self, zero: Term, atom: Atom) -> Result<Option<Term>, Refusal> {
        let terms = &mut self.world.prover.terms;
        let factor = terms.polynomial(zero).iter().find(|(monomial, _)| monomial[..] == [atom]);
        let Some(&(_, factor)) = factor else { return Ok(None) };
        let Node { head, operands } = terms.node(atom).clone();
        let it = terms.atom(head, operands)?;
        let by = if factor == 1 { u64::MAX } else { 1 };
        Ok(Some(terms.combine(it, 1, zero, by)?))
    }

    /// Unfolds one application: those that are not recursive first, then by decreasing measure.
    pub(super) fn unfold_any(&mut self, at: &mut At) -> Result<Move, Refusal> {
        let all = self.applications(at.current);
        let mut ranked = Vec::new();
        for atom in all.into_iter().filter(|atom| !at.unfolded.contains(atom)) {
            ranked.push((self.rank(at, atom)?, atom));
        }
        ranked.sort_by(|a, b| b.0.partial_cmp(&a.0).unwrap_or(std::cmp::Ordering::Equal));
        let is_late = at.fuel < FUEL[1] || self.hypothesis.is_none();
        let is_recursive = ranked.iter().all(|(rank, _)| rank.is_finite());
        let before = (is_late && is_recursive).then(|| at.clone());
        // Where a lemma gives steps by one, they are taken once the lemma applies, and if nothing else is unfolded before.
        let steps = self.steps();
        let has_steps = |search: &Self, atom: Atom| {
            let head = &search.world.prover.terms.node(atom).head;
            steps.iter().any(|rule| *head == Head::Function(rule.function))
        };
        for is_last in [false, true] {
            for &(rank, atom) in &ranked {
                let steps = has_steps(self, atom);
                if rank.is_finite() && at.fuel == 0 && self.hypothesis.is_none()
                    || is_last && !steps
                {
                    continue;
                }
                let mut next = at.clone();
                next.unfolded.insert(atom);
                if steps && !is_last {
                    if self.step_by_one(&mut next, atom)? {
                        *at = next;
                        return Ok(Move::Went);
                    }
                    continue;
                }
                match self.unfold(&mut next, atom)? {
                    Move::Not => {}
                    Move::Ends(None) => {
                        before.iter().for_each(|at| self.note(at));
                        return Ok(Move::Ends(None));
                    }
                    other => return Ok(other),
                }
            }
        }
        Ok(Move::Not)
    }

    /// The priority with which an application is unfolded: its measure on samples, infinite if it is not recursive.
    pub(super) fn rank(&mut self, at: &At, atom: Atom) -> Result<f64, Refusal> {
        let Node { head, operands } = self.world.prover.terms.node(atom).clone();
        let Head::Function(number) = head else { return Ok(0.0) };
        let Some(measure) = self.measure_at(at, number, &operands)? else {
            return Ok(f64::INFINITY);
        };
        let terms = &self.world.prover.terms;
        // If the lemma assumes values of a function, that function is unfolded where the loop needs it.
        let assumed = at.here.point.context.facts().iter().take(self.lemma.assume.len());
        let is_prefix = assumed.into_iter().any(|fact| self.theory.is_about(terms, fact));
        let is_left = self.hypothesis.as_ref().is_some_and(|(rule, _)| rule.function == number);
        if is_prefix && is_left {
            return Ok(f64::MAX);
        }
        let most = terms.width.most() as f64;
        let mut sum = 0.0;
        for &sample in &at.alive {
            for &component in &measure {
                sum += (1.0 + self.samples[sample].term(terms, component) as f64).ln() / most.ln();
            }
        }
        Ok(sum / at.alive.len().max(1) as f64)
    }

    /// The measure of an application, if it is recursive.
    pub(super) fn measure_of(&mut self, at: &At, atom: Atom) -> Result<Option<Vec<Term>>, Refusal> {
        let Node { head, operands } = self.world.prover.terms.node(atom).clone();
        let Head::Function(number) = head else { return Ok(None) };
        self.measure_at(at, number, &operands)
    }

    /// The measure of a function at these operands, if it is recursive.
    fn measure_at(
        &mut self,
        at: &At,
        number: usize,
        operands: &[Term],
    ) -> Result<Option<Vec<Term>>, Refusal> {
        let function = &self.theory.functions[number];
        if function.measure.is_empty() {
            return Ok(None);
        }
        let given = self.given();
        let scope = Scope { definitions: given, ..self.world.prover.scope(&at.here.point) };
        let point = scope.inputs_and(&function.arguments, operands)?;
        let mut scope = Scope { definitions: given, ..self.world.prover.scope(&point) };
        scope.all_terms(&function.measure).map(Some)
    }

    pub(super) fn unfold(&mut self, at: &mut At, atom: Atom) -> Result<Move, Refusal> {
        let Node { head, operands } = self.world.prover.terms.node(atom).clone();
        let Head::Function(number) = head else { return Ok(Move::Not) };
        let function = &self.theory.functions[number];
        let given = self.given();
        let scope = Scope { definitions: given, ..self.world.prover.scope(&at.here.point) };
        let point = scope.inputs_and(&function.arguments, &operands)?;
        let mut scope = Scope { definitions: given, ..self.world.prover.scope(&point) };
        let domain = scope.facts(&function.domain)?;
        for fact in &domain {
            if fact.folded() == Some(false) || !self.conclude(at, fact)? {
                return Ok(Move::Not);
            }
        }
        let mut body = &function.body;
        while let Body::Choice { fact, then, otherwise } = body {
            let mut scope = Scope { definitions: given, ..self.world.prover.scope(&point) };
            let fact = scope.fact(fact)?;
            let knows = at.here.point.context.knows(&fact);
            let yes = knows == Some(true) || knows.is_none() && self.conclude(at, &fact)?;
            let no = !yes
                && (knows == Some(false)
                    || knows.is_none() && self.conclude(at, &fact.negated())?);
            body = match (yes, no) {
                (true, _) => then,
                (_, true) => otherwise,
                _ => break,
            };
        }
        // A base case that is decided leads to no further application.
        let is_base = matches!(body, Body::Value { is, .. } if !is.contains(&function.name));
        if !function.measure.is_empty() && !is_base {
            if at.fuel == 0 {
                return Ok(Move::Not);
            }
            at.fuel -= 1;
        }
        let terms = operands.iter().map(|of| self.world.text(*of)).collect::<Result<_, _>>()?;
        let (name, label) = (function.name.clone(), self.label());
        let rule = Rule { rule: "unfold".into(), name, terms, label, ..Rule::default() };
        self.cases(at, rule, Some(atom))
    }

    /// Proves that a difference is zero by arithmetic, with applications treated as arbitrary words.
    pub(super) fn by_parts(&mut self, at: &mut At) -> Result<Move, Refusal> {
        let goal = Fact::zero(&mut self.world.prover.terms, at.current)?;
        if at.current == Terms::ZERO || !self.conclude(at, &goal)? {
            return Ok(Move::Not);
        }
        at.current = Terms::ZERO;
        Ok(Move::Went)
    }
}

/// The term of a pattern whose words all have values.
fn known(
    of: &Expression,
    terms: &mut Terms,
    words: &BTreeMap<&str, Term>,
) -> Result<Option<Term>, Refusal> {
    Ok(match of {
        Expression::Number(number) => Some(terms.constant(*number)),
        Expression::Name(name) => words.get(&name[..]).copied(),
        Expression::Apply(name, of) => {
            let [a, b] = &of[..] else { return Ok(None) };
            let [Some(a), Some(b)] = [known(a, terms, words)?, known(b, terms, words)?] else {
                return Ok(None);
            };
            match &name[..] {
                "+" => Some(terms.add(a, b)?),
                "-" => Some(terms.sub(a, b)?),
                "*" => Some(terms.mul(a, b)?),
                _ => None,
            }
        }
    })
}
