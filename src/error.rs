//! What can go wrong, with the names and numbers needed to mend it.

/// Every way in which a call into this library can fail.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// There is no adapter to run on, or none may be used.
    #[error("no adapter to run on: {reason}")]
    NoAdapter {
        /// What was looked for, what was found instead, and what to do.
        reason: String,
    },

    /// A visible device was asked for that does not exist.
    #[error("visible devices: `{item}` matches no adapter; there are:\n{available}")]
    UnknownAdapter {
        /// The index, PCI id or part of a name as the user wrote it.
        item: String,
        /// The adapters that could have been named, one a line.
        available: String,
    },
}

/// The result of a call into this library.
pub type Result<T, E = Error> = std::result::Result<T, E>;
