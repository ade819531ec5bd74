//! Tests of ARM64 runs.
