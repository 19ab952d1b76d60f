//! Any bytes as a `.npy` file of the command's, for bindings of every kind.

use std::sync::OnceLock;

use arbitrary::Unstructured;
use polygpu::{Binding, Kernel};

use crate::npy;

const KERNEL: &str = "
struct Pair { a: vec3<f32>, b: u32 }
struct Tail { n: u32, data: array<vec3<f32>> }
@group(0) @binding(0) var<storage, read> scalars: array<f32>;
@group(0) @binding(1) var<storage, read> vec2s: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> vec3s: array<vec3<f32>>;
@group(0) @binding(3) var<storage, read> vec4s: array<vec4<i32>>;
@group(0) @binding(4) var<storage, read> squares: array<mat3x3<f32>>;
@group(0) @binding(5) var<storage, read> flat_: array<mat4x2<f32>>;
@group(0) @binding(6) var<storage, read> rows: array<array<u32, 5>>;
@group(0) @binding(7) var<storage, read> nested: array<array<array<vec3<f32>, 2>, 3>>;
@group(0) @binding(8) var<storage, read> fixed: array<f32, 6>;
@group(0) @binding(9) var<storage, read> single: u32;
@group(0) @binding(10) var<storage, read> pairs: array<Pair>;
@group(0) @binding(11) var<storage, read> tail: Tail;
@group(0) @binding(12) var<storage, read> longs: array<vec3<u64>>;
@group(0) @binding(13) var<uniform> uniform_: mat3x2<f32>;
@group(0) @binding(14) var<storage, read> wide: array<array<vec3<f32>, 1000>>;
@group(0) @binding(15) var<storage, read_write> counts: array<atomic<u32>>;
@compute @workgroup_size(64) fn main() {
    _ = scalars[0]; _ = vec2s[0]; _ = vec3s[0]; _ = vec4s[0]; _ = squares[0]; _ = flat_[0]; _ = rows[0];
    _ = nested[0]; _ = fixed[0]; _ = single; _ = pairs[0].a; _ = tail.n; _ = longs[0]; _ = uniform_[0];
    _ = wide[0][0]; atomicAdd(&counts[0], 1u);
}";

fn bindings() -> &'static [Binding] {
    static BINDINGS: OnceLock<Vec<Binding>> = OnceLock::new();
    BINDINGS.get_or_init(|| {
        let interface = Kernel::from_wgsl("npy.wgsl", KERNEL).and_then(|kernel| kernel.interface());
        interface.unwrap_or_else(|error| panic!("{error}")).bindings
    })
}

/// The first byte chooses the binding, the second whether the rest is a file or what one is made from.
pub fn check(data: &[u8]) {
    let [which, kind, rest @ ..] = data else {
        return;
    };
    let bindings = bindings();
    let binding = &bindings[usize::from(*which) % bindings.len()];
    let made;
    let file: &[u8] = if kind % 2 == 0 {
        rest
    } else {
        made = make(&mut Unstructured::new(rest)).unwrap_or_default();
        &made
    };
    let Ok((bytes, form)) = npy::read_from(binding, &mut &*file) else {
        return;
    };
    let mut written = Vec::new();
    if let Err(error) = npy::write_to(&mut written, binding, &form, &bytes) {
        panic!("what was read can't be written: {error}");
    }
    match npy::read_from(binding, &mut written.as_slice()) {
        Ok((again, _)) => assert_eq!(bytes, again, "what was written is not what was read"),
        Err(why) => panic!("what was written can't be read: {why}"),
    }
}

/// A file that is right for the most part.
fn make(given: &mut Unstructured<'_>) -> arbitrary::Result<Vec<u8>> {
    let types = [
        "<f4", ">f4", "<u4", ">u4", "<i4", "|u1", "<f8", "<u8", ">u8", "<f2", "|b1", "<c8", "=f4",
        "|S3", "<U2", "|i1", "<M8[ns]", "|V7", "|u0", "<f16",
    ];
    let dtype = *given.choose(&types)?;
    let size: u64 = dtype[2..3].parse().unwrap_or(1);
    let edges = [0, 1, 2, 3, 4, 5, 6, 1000, 1 << 32, u64::MAX, 1 << 63];
    let mut shape = Vec::new();
    for _ in 0..given.int_in_range(0..=5)? {
        shape.push(*given.choose(&edges)?);
    }
    let text: Vec<_> = shape.iter().map(|n| format!("{n},")).collect();
    let header = format!(
        "{{'descr': '{dtype}', 'fortran_order': {}, 'shape': ({}), }}\n",
        if given.ratio(1, 8)? { "True" } else { "False" },
        text.join(" ")
    );
    let mut file = b"\x93NUMPY".to_vec();
    let version = given.int_in_range(1..=3u8)?;
    file.extend([version, 0]);
    let claimed = header.len() as u32 + u32::from(given.ratio(1, 16)?);
    if version == 1 {
        file.extend((claimed as u16).to_le_bytes());
    } else {
        file.extend(claimed.to_le_bytes());
    }
    file.extend(header.as_bytes());
    let bytes = shape.iter().try_fold(size, |all, n| all.checked_mul(*n));
    let bytes = bytes.unwrap_or(0).min(1 << 20) + u64::from(given.ratio(1, 8)?);
    let pattern = given.bytes(given.len().min(16))?;
    let pattern = if pattern.is_empty() { &[7] } else { pattern };
    file.extend(pattern.iter().cycle().take(bytes as usize));
    Ok(file)
}
