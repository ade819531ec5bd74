//! The folding constructors of memories and memory reads.

use super::{Node, Term, Terms};

impl Terms {
    /// `a = b`, for memories that are different terms.
    pub(super) fn eq_memories(&mut self, a: Term, b: Term) -> Term {
        let (a, b) = (a.min(b), a.max(b));
        match (self.node(a), self.node(b)) {
            // Different images differ in some word.
            (Node::Image(_), Node::Image(_)) => self.bool(false),
            // store(m, i, v) = m  to  select(m, i) = v
            (_, Node::Store(older, address, value)) if older == a => {
                let word = self.select(a, address);
                self.eq(word, value)
            }
            // store(m, i, v) = store(m, i, w)  to  v = w
            (Node::Store(m, i, v), Node::Store(n, j, w)) if m == n && i == j => self.eq(v, w),
            _ => self.intern(Node::Eq(a, b)),
        }
    }

    /// The word of a memory at an address.
    pub fn select(&mut self, memory: Term, address: Term) -> Term {
        let address = self.representative(address);
        let mut memory = memory;
        loop {
            match self.node(memory) {
                // select(store(m, a, v), a) = v
                Node::Store(_, a, value) if a == address => return value,
                // select(store(m, a, v), b) = select(m, b), for a and b that differ
                Node::Store(older, a, _) if self.differ(a, address) => memory = older,
                Node::Image(image) => {
                    if let Some(address) = self.as_const(address) {
                        let word = self.image_word(image, address as u32);
                        return self.word(word);
                    }
                    break;
                }
                _ => break,
            }
        }
        self.intern(Node::Select(memory, address))
    }

    /// The memory with another word at an address.
    pub fn store(&mut self, memory: Term, address: Term, value: Term) -> Term {
        let memory = match self.node(memory) {
            // store(store(m, a, v), a, w) = store(m, a, w)
            Node::Store(older, a, _) if a == address => older,
            _ => memory,
        };
        self.intern(Node::Store(memory, address, value))
    }

    /// Whether two words differ for all values of the symbols: equal terms plus different
    /// constants.
    fn differ(&self, a: Term, b: Term) -> bool {
        match (self.as_const(a), self.as_const(b)) {
            (Some(a), Some(b)) => a != b,
            (None, None) => {
                let ((x, c), (y, d)) = (self.split_sum(a), self.split_sum(b));
                x == y && c != d
            }
            _ => false,
        }
    }
}
