//! Numbers at which things change, and arrays of a launch.

/// The most bytes of one array: what is not touched costs nothing, but its pages are counted by the fuzzer.
pub const MOST_BYTES: u64 = 1 << 24;

/// Sizes and counts at which something is likely to change.
pub const EDGES: [u32; 24] = [
    0,
    1,
    2,
    3,
    4,
    7,
    8,
    16,
    31,
    64,
    65,
    100,
    255,
    256,
    1000,
    4096,
    65_535,
    65_536,
    1 << 24,
    (1 << 31) - 1,
    1 << 31,
    (1 << 31) + 1,
    u32::MAX - 1,
    u32::MAX,
];

/// So many bytes, aligned for any type, that start with `content`, or `None` where that is too many.
pub fn array(bytes: u64, content: &[u64]) -> Option<Vec<u64>> {
    if bytes > MOST_BYTES {
        return None;
    }
    let mut array = vec![0; bytes.div_ceil(8) as usize];
    for (to, from) in array.iter_mut().zip(content) {
        *to = *from;
    }
    Some(array)
}
