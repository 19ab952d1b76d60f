//! The rows, by topic.

mod ambitious;
mod data;
mod language;
mod linear;
mod maps;
mod stencils;

use crate::row::Row;

pub use ambitious::rows as ambitious;

pub fn rows() -> Vec<Row> {
    [
        maps::rows(),
        stencils::rows(),
        linear::rows(),
        data::rows(),
        language::rows(),
    ]
    .into_iter()
    .flatten()
    .collect()
}
