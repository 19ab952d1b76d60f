//! Values that a launch brings along: plans follow them, and what was found out is kept where they do not matter.

use super::*;
use crate::access::Known;

const SCALED: &str = "
    struct Params { stride: u32, time: u32, scale: f32 }
    @group(0) @binding(0) var<uniform> params: Params;
    @group(0) @binding(1) var<storage, read> sizes: array<u32>;
    @group(0) @binding(2) var<storage, read_write> y: array<u32>;
    @compute @workgroup_size(4) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
        y[id.x * params.stride * sizes[1] * u32(params.scale)] = params.time;
    }";

/// One kernel, launched again and again: where a factor of the index is 0, all write one element.
#[test]
fn values_that_change() {
    let folded = fold(SCALED);
    let lens = [1, 2, 100];
    for (stride, time, scale, size) in [
        (1, 0, 1.0, 1),
        (0, 0, 1.0, 1),
        (1, 1, 1.0, 1),
        (1, 1, 0.0, 1),
        (2, 1, 1.0, 1),
        (1, 1, 1.0, 0),
        (1, 2, 3.0, 1),
        (1, 0, 1.0, 1),
        (0, 3, 0.0, 0),
        (1, 3, 1.0, 2),
    ] {
        let params = params(stride, time, scale);
        let sizes = words(&[7, size]);
        let plan = Plan::new(&Request {
            kernel: "test.wgsl",
            folded: &folded,
            grid: [6, 1, 1],
            lens: &lens,
            content: &[Some(&params), Some(&sizes), None],
            distributions: &[None; 3],
            axis: None,
            trusted: false,
            divide: true,
        })
        .unwrap();
        let is_apart = stride != 0 && scale != 0.0 && size != 0;
        let axis = is_apart.then_some(Axis::X);
        assert_eq!(plan.axis, axis, "{stride} {time} {scale} {size}\n{plan}");
        if is_apart {
            let apart = stride * scale as u32 * size;
            let window = plan.window(&plan.bindings[2], &(1..2));
            assert_eq!(window.start, 4 * apart, "{stride} {time} {scale} {size}");
        }
    }
}

#[test]
fn values_that_do_not_matter() {
    let folded = fold(SCALED);
    let sizes = words(&[7, 1]);
    let mut found = (0..4).map(|time| {
        let params = params(1, time, 1.0);
        folded.facts(&Known {
            grid: [6, 1, 1],
            lens: &[1, 2, 100],
            content: &[Some(&params), Some(&sizes), None],
        })
    });
    let first = found.next().unwrap();
    assert!(found.all(|facts| Arc::ptr_eq(&first, &facts)));
}

fn params(stride: u32, time: u32, scale: f32) -> Vec<u8> {
    words(&[stride, time, scale.to_bits()])
}

fn words(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// A stated distribution may be wrong: that an access is inside of the binding does not say that it is inside of the window.
#[test]
fn stated_bindings_keep_their_guards() {
    let folded = fold(
        "@group(0) @binding(0) var<storage, read> x: array<u32>;
        @group(0) @binding(1) var<storage, read_write> y: array<u32>;
        @compute @workgroup_size(4) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
            y[id.x] = x[39u - id.x];
        }",
    );
    let split = Some(Distribution::split(1));
    for (stated, unguarded) in [
        ([None, None], 2),
        ([None, split], 1),
        ([split, None], 1),
        ([split, split], 0),
    ] {
        let plan = plan(&folded, 10, &[40, 40], &stated).unwrap();
        assert_eq!(plan.proven.in_bounds.len(), unguarded, "{stated:?}");
    }
}
