//! Stage 4, analyse.

#[cfg(test)]
mod tests;
