//! polygpu command.
fn main() {}
