//! One WGSL compute kernel over every GPU in the machine.

mod adapter;
mod error;

pub use adapter::{
    Adapter, AdapterInfo, AdapterKind, Backend, Inventory, LeftOut, Reason, adapters,
};
pub use error::{Error, Result};
