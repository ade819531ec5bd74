//! The integration tests, in one binary: it links once, and all share
//! `tamarin_testing`, the generators and independent checkers.

mod agreement;
mod alignment;
mod asm;
mod asm_properties;
mod blocks;
mod cli;
mod compare;
mod contract;
mod cores;
mod corpus;
mod corpus_pairs;
mod cpu;
mod decide;
mod flow;
mod fuzz;
mod layout;
mod leaves;
mod link;
mod lockstep;
mod maxsat;
mod memories;
mod output;
mod overwriting;
mod portfolio;
mod properties;
mod rewriting;
mod semantics;
mod solver;
mod stop;
mod summary;
mod terms;
mod traces;
mod unsat;
mod witness;
mod wlp4;
