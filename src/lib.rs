//! One WGSL compute kernel over every GPU in the machine.
