//! Reductions, atomics, scans, gathers and scatters, particles.

use polygpu::Axis::{X, Y, Z};

use crate::row::{Row, row};

pub fn rows() -> Vec<Row> {
    vec![
        row("reduce_partials")
            .len("values", 10_000)
            .len("partials", 40)
            .invocations([10_000, 1, 1])
            .cut(X, "values: split/none, partials: none/split"),
        row("reduce_many")
            .len("values", 10_000)
            .len("partials", 10)
            .workgroups([10, 1, 1])
            .cut(X, "values: split/none, partials: none/split"),
        row("reduce_grid_stride")
            .len("values", 10_000)
            .len("partials", 8)
            .set("params.n", 10_000u32)
            .workgroups([8, 1, 1])
            .cut(X, "values: split|halo|broadcast/none, partials: none/split"),
        row("reduce_single")
            .note("four workgroups")
            .len("values", 1000)
            .len("result", 1)
            .workgroups([4, 1, 1])
            .whole("result", "values: broadcast/none, result: none/whole"),
        row("histogram")
            .len("values", 1000)
            .len("bins", 64)
            .invocations([1000, 1, 1])
            .cut(X, "values: split/none, bins: none/reduce:sum"),
        row("histogram_local")
            .len("pixels", 1000)
            .len("bins", 256)
            .invocations([1000, 1, 1])
            .cut(X, "pixels: split/none, bins: none/reduce:sum"),
        row("histogram_rows")
            .len("image", 6000)
            .len("bins", 60 * 256)
            .set("size", [100, 60])
            .invocations([100, 60, 1])
            .cut(Y, "image: split/none, bins: split|none/split"),
        row("seen_bits")
            .len("values", 1000)
            .len("seen", 64)
            .invocations([1000, 1, 1])
            .cut(X, "values: split/none, seen: none/reduce:or"),
        row("and_xor")
            .len("values", 1000)
            .len("common_bits", 1)
            .len("parity", 1)
            .invocations([1000, 1, 1])
            .cut(
                X,
                "values: split/none, common_bits: none/reduce:and, parity: none/reduce:xor",
            ),
        row("bounds")
            .len("values", 1000)
            .len("weights", 1000)
            .len("least", 1)
            .len("largest", 1)
            .len("heaviest", 1)
            .invocations([1000, 1, 1])
            .cut(
                X,
                "values: split/none, weights: split/none, least: none/reduce:min, \
                 largest: none/reduce:max, heaviest: none/reduce:max",
            ),
        row("moments")
            .len("values", 1000)
            .len("moments", 1)
            .invocations([1000, 1, 1])
            .cut(X, "values: split/none, moments: none/reduce:sum"),
        row("range_struct")
            .len("values", 1000)
            .len("range", 1)
            .invocations([1000, 1, 1])
            .whole("range", "values: broadcast/none, range: none|broadcast/whole"),
        row("mixed_atomics")
            .len("values", 1000)
            .len("cells", 64)
            .invocations([1000, 1, 1])
            .whole("cells", "values: broadcast/none, cells: none|broadcast/whole"),
        row("unused_result")
            .len("values", 1000)
            .len("hits", 1)
            .set("threshold", 0.5f32)
            .invocations([1000, 1, 1])
            .cut(X, "values: split/none, hits: none/reduce:sum"),
        row("counter_beside")
            .len("values", 1000)
            .len("state", 1)
            .invocations([1000, 1, 1])
            .whole("state", "values: broadcast/none, state: broadcast/whole"),
        row("counter_read")
            .len("values", 1000)
            .len("count", 1)
            .len("marks", 1000)
            .invocations([1000, 1, 1])
            .whole(
                "count",
                "values: broadcast/none, count: broadcast/whole, marks: none/whole",
            ),
        row("append")
            .len("values", 1000)
            .len("counter", 1)
            .len("kept", 1000)
            .invocations([1000, 1, 1])
            .whole(
                "counter|kept",
                "values: broadcast/none, counter: none|broadcast/whole, kept: none/whole",
            ),
        row("cell_lists")
            .len("positions", 1000)
            .len("counts", 256)
            .len("lists", 2048)
            .set("grid.cells", 16u32)
            .set("grid.capacity", 8u32)
            .set("grid.size", 1.0f32)
            .invocations([1000, 1, 1])
            .whole(
                "counts|lists",
                "positions: broadcast/none, counts: none|broadcast/whole, lists: none/whole",
            ),
        row("last_workgroup")
            .len("values", 1024)
            .len("partials", 32)
            .len("done", 1)
            .len("total", 1)
            .workgroups([32, 1, 1])
            .whole(
                "done|partials|total",
                "values: broadcast/none, partials: broadcast/whole, \
                 done: none|broadcast/whole, total: none/whole",
            ),
        row("spin_lock")
            .len("values", 100)
            .len("lock", 1)
            .len("sum", 1)
            .invocations([100, 1, 1])
            .whole(
                "lock|sum",
                "values: broadcast/none, lock: none|broadcast/whole, sum: broadcast/whole",
            ),
        row("look_back")
            .len("data", 1024)
            .len("published", 64)
            .workgroups([64, 1, 1])
            .whole("published", "data: broadcast/whole, published: broadcast/whole"),
        row("own_atomics")
            .len("locks", 1000)
            .len("old", 1000)
            .invocations([1000, 1, 1])
            .cut(X, "locks: split/split, old: none/split"),
        row("converged_flag")
            .len("old", 1000)
            .len("field", 1000)
            .len("changed", 1)
            .invocations([1000, 1, 1])
            .whole(
                "changed",
                "old: broadcast/none, field: none/whole, changed: none/whole",
            ),
        row("scan_blocks")
            .len("data", 1000)
            .len("block_sums", 8)
            .invocations([1000, 1, 1])
            .cut(X, "data: split/split, block_sums: none/split"),
        // Workgroup w reads sum w - 1 and no other: shifted windows that do not overlap.
        row("scan_add")
            .len("block_sums", 8)
            .len("data", 1000)
            .invocations([1000, 1, 1])
            .cut(X, "block_sums: split/none, data: split/split"),
        row("scan_one_workgroup")
            .note("two of them")
            .len("data", 1000)
            .workgroups([2, 1, 1])
            .whole("data", "data: broadcast/whole"),
        row("hillis_steele")
            .note("distance 64")
            .len("src", 1000)
            .len("dst", 1000)
            .set("distance_back", 64u32)
            .invocations([1000, 1, 1])
            .cut(X, "src: halo/none, dst: none/split"),
        row("hillis_steele")
            .note("distance 0")
            .len("src", 1000)
            .len("dst", 1000)
            .set("distance_back", 0u32)
            .invocations([1000, 1, 1])
            .cut(X, "src: split/none, dst: none/split"),
        row("hillis_steele_in_place")
            .note("distance 64")
            .len("data", 1000)
            .set("distance_back", 64u32)
            .invocations([1000, 1, 1])
            .whole("data", "data: broadcast/whole"),
        row("hillis_steele_in_place")
            .note("distance 0")
            .len("data", 1000)
            .set("distance_back", 0u32)
            .invocations([1000, 1, 1])
            .cut(X, "data: split/split"),
        row("compact_scatter")
            .len("values", 1000)
            .len("keep", 1000)
            .words("positions", 0..1000)
            .len("kept", 1000)
            .invocations([1000, 1, 1])
            .whole(
                "kept",
                "values: broadcast/none, keep: broadcast/none, positions: broadcast/none, \
                 kept: none/whole",
            ),
        // It is a permutation, and the proof must not rest on that.
        row("permute")
            .words("order", (0..1000).rev())
            .len("src", 1000)
            .len("dst", 1000)
            .invocations([1000, 1, 1])
            .whole("dst", "order: broadcast/none, src: broadcast/none, dst: none/whole"),
        row("gather")
            .len("indices", 1000)
            .len("table", 256)
            .len("dst", 1000)
            .invocations([1000, 1, 1])
            .cut(X, "indices: split/none, table: broadcast/none, dst: none/split"),
        row("scatter_add")
            .len("targets", 1000)
            .len("amounts", 1000)
            .len("totals", 64)
            .invocations([1000, 1, 1])
            .cut(X, "targets: split/none, amounts: split/none, totals: none/reduce:sum"),
        row("relax_edges")
            .len("edges", 1000)
            .len("distances", 100)
            .len("next", 100)
            .invocations([1000, 1, 1])
            .cut(X, "edges: split/none, distances: broadcast/none, next: none/reduce:min"),
        row("relax_in_place")
            .len("edges", 1000)
            .len("distances", 100)
            .invocations([1000, 1, 1])
            .whole("distances", "edges: broadcast/none, distances: broadcast/whole"),
        row("bfs_level")
            .len("offsets", 1001)
            .len("neighbours", 5000)
            .len("levels", 1000)
            .set("level", 2u32)
            .invocations([1000, 1, 1])
            .whole(
                "levels",
                "offsets: broadcast/none, neighbours: broadcast/none, levels: broadcast/whole",
            ),
        row("radix_count")
            .len("keys", 1024)
            .len("counts", 256)
            .set("shift", 4u32)
            .invocations([1024, 1, 1])
            .cut(X, "keys: split/none, counts: none/split"),
        row("radix_scatter")
            .len("keys", 1024)
            .len("starts", 256)
            .len("sorted", 1024)
            .set("shift", 4u32)
            .invocations([1024, 1, 1])
            .whole(
                "sorted",
                "keys: broadcast/none, starts: broadcast/none, sorted: none/whole",
            ),
        row("local_compact")
            .len("values", 1000)
            .len("blocks", 1024)
            .invocations([1000, 1, 1])
            .cut(X, "values: split/none, blocks: none/split"),
        row("local_compact_open")
            .len("values", 1000)
            .len("blocks", 1024)
            .invocations([1000, 1, 1])
            .whole("blocks", "values: broadcast/none, blocks: none/whole"),
        row("nbody")
            .len("position", 1000)
            .len("velocity", 1000)
            .len("position_next", 1000)
            .set("params.dt", 0.01f32)
            .set("params.softening", 0.1f32)
            .invocations([1000, 1, 1])
            .cut(
                X,
                "position: broadcast/none, velocity: split/split, position_next: none/split",
            ),
        row("nbody_tiled")
            .len("bodies", 1000)
            .len("forces", 1000)
            .invocations([1000, 1, 1])
            .cut(X, "bodies: broadcast/none, forces: none/split"),
        row("nbody_fields")
            .len("bodies", 1000)
            .set("dt", 0.01f32)
            .invocations([1000, 1, 1])
            .cut(X, "bodies: broadcast/split"),
        row("nbody_moving")
            .len("bodies", 1000)
            .set("dt", 0.01f32)
            .invocations([1000, 1, 1])
            .whole("bodies", "bodies: broadcast/whole"),
        row("boids")
            .len("particles_src", 1000)
            .len("particles_dst", 1000)
            .set("params.delta_t", 0.01f32)
            .set("params.rule_distance", 0.1f32)
            .set("params.rule_scale", 0.02f32)
            .invocations([1000, 1, 1])
            .cut(X, "particles_src: broadcast/none, particles_dst: none/split"),
        row("particles_soa")
            .len("px", 1000)
            .len("py", 1000)
            .len("vx", 1000)
            .len("ay", 1000)
            .set("dt", 0.01f32)
            .invocations([1000, 1, 1])
            .cut(
                X,
                "px: split/split, py: split/split, vx: split/split, ay: split/none",
            ),
        row("particles_pointer")
            .len("particles", 1000)
            .set("dt", 0.01f32)
            .invocations([1000, 1, 1])
            .cut(X, "particles: split/split"),
        row("particles_header")
            .header("sim", &[1000, 0.01f32.to_bits()], 1000)
            .invocations([1000, 1, 1])
            .cut(X, "sim: split/split"),
        row("header_written")
            .header("buffer", &[0, 0], 1000)
            .invocations([1000, 1, 1])
            .whole("buffer", "buffer: broadcast/whole"),
        row("monte_carlo")
            .len("inside", 1)
            .set("params.seed", 7u32)
            .set("params.points", 16u32)
            .workgroups([16, 1, 1])
            .cut(X, "inside: none/reduce:sum"),
        row("mandelbrot")
            .len("image", 6000)
            .set("view.size", [100, 60])
            .set("view.center", [-0.5f32, 0.0])
            .set("view.scale", 3.0f32)
            .set("view.limit", 64u32)
            .invocations([100, 60, 1])
            .cut(Y, "image: none/split"),
        row("count_voxels")
            .len("voxels", 2400)
            .len("filled", 1)
            .set("size", [20, 12, 10])
            .invocations([20, 12, 10])
            .cut(Z, "voxels: split/none, filled: none/reduce:sum"),
        row("nearest_center")
            .len("points", 4000)
            .len("centers", 64)
            .len("nearest", 1000)
            .set("shape.points", 1000u32)
            .set("shape.centers", 16u32)
            .set("shape.dim", 4u32)
            .invocations([1000, 1, 1])
            .cut(X, "points: split/none, centers: broadcast/none, nearest: none/split"),
        row("add_to_centers")
            .len("points", 1000)
            .len("nearest", 1000)
            .len("sums", 16)
            .invocations([1000, 1, 1])
            .whole(
                "sums",
                "points: broadcast/none, nearest: broadcast/none, sums: broadcast/whole",
            ),
        row("rng_states")
            .len("states", 1000)
            .len("numbers", 1000)
            .invocations([1000, 1, 1])
            .cut(X, "states: split/split, numbers: none/split"),
        row("adam")
            .len("gradients", 1000)
            .len("weights", 1000)
            .len("first", 1000)
            .len("second", 1000)
            .set("adam.rate", 1e-3f32)
            .set("adam.beta1", 0.9f32)
            .set("adam.beta2", 0.999f32)
            .set("adam.epsilon", 1e-8f32)
            .set("adam.count", 1000u32)
            .invocations([1000, 1, 1])
            .cut(
                X,
                "gradients: split/none, weights: split/split, first: split/split, second: split/split",
            ),
        row("rows_by_workgroup_y")
            .len("image", 6000)
            .len("row_sums", 60)
            .set("size", [100, 60])
            .workgroups([1, 60, 1])
            .cut(Y, "image: split/split, row_sums: none/split"),
        row("same_for_all")
            .len("table", 16)
            .workgroups([8, 1, 1])
            .whole("table", "table: none/whole"),
        row("channel_switch")
            .len("samples", 1000)
            .len("magnitudes", 1000)
            .len("latest", 16)
            .invocations([1000, 1, 1])
            .whole(
                "latest",
                "samples: broadcast/none, magnitudes: none/whole, latest: none/whole",
            ),
        row("histogram_plain")
            .len("values", 1000)
            .len("bins", 64)
            .invocations([1000, 1, 1])
            .whole("bins", "values: broadcast/none, bins: broadcast/whole"),
        row("float_add_cas")
            .len("values", 1000)
            .len("sum", 1)
            .invocations([1000, 1, 1])
            .whole("sum", "values: broadcast/none, sum: broadcast/whole"),
        row("work_queue")
            .len("items", 1000)
            .len("next", 1)
            .len("results", 1000)
            .workgroups([8, 1, 1])
            .whole(
                "next|results",
                "items: broadcast/none, next: none|broadcast/whole, results: none/whole",
            ),
        row("linked_lists")
            .len("keys", 1000)
            .len("heads", 64)
            .len("links", 1000)
            .invocations([1000, 1, 1])
            .whole(
                "heads",
                "keys: broadcast/none, heads: none|broadcast/whole, links: none/whole",
            ),
        row("hash_insert")
            .len("keys", 1000)
            .len("table", 2048)
            .invocations([1000, 1, 1])
            .whole("table", "keys: broadcast/none, table: none|broadcast/whole"),
        row("hash_lookup")
            .len("table", 2048)
            .len("keys", 1000)
            .len("found", 1000)
            .invocations([1000, 1, 1])
            .cut(X, "table: broadcast/none, keys: split/none, found: none/split"),
        row("label_components")
            .len("mask", 6000)
            .len("labels", 6000)
            .set("width", 100u32)
            .invocations([6000, 1, 1])
            .whole("labels", "mask: broadcast/none, labels: broadcast/whole"),
        row("global_barrier")
            .len("arrived", 1)
            .len("data", 32)
            .workgroups([32, 1, 1])
            .whole("arrived", "arrived: broadcast/whole, data: broadcast/whole"),
        row("pagerank")
            .len("offsets", 1001)
            .len("sources", 5000)
            .len("ranks", 1000)
            .len("degrees", 1000)
            .len("next", 1000)
            .set("damping", 0.85f32)
            .invocations([1000, 1, 1])
            .cut(
                X,
                "offsets: halo/none, sources: broadcast/none, ranks: broadcast/none, \
                 degrees: broadcast/none, next: none/split",
            ),
        row("pagerank_in_place")
            .len("offsets", 1001)
            .len("sources", 5000)
            .len("ranks", 1000)
            .invocations([1000, 1, 1])
            .whole(
                "ranks",
                "offsets: broadcast/none, sources: broadcast/none, ranks: broadcast/whole",
            ),
        row("up_sweep")
            .note("distance 1")
            .len("data", 4096)
            .set("sweep.distance_apart", 1u32)
            .invocations([2048, 1, 1])
            .cut(X, "data: split/split"),
        row("up_sweep")
            .note("distance 16")
            .len("data", 8192)
            .set("sweep.distance_apart", 16u32)
            .invocations([256, 1, 1])
            .cut(X, "data: split/split"),
        row("hough")
            .len("edges", 6000)
            .len("directions", 16)
            .len("votes", 1024)
            .set("size.w", 100u32)
            .set("size.h", 60u32)
            .set("size.angles", 16u32)
            .set("size.distances", 64u32)
            .invocations([100, 60, 1])
            .cut(Y, "edges: split/none, directions: broadcast/none, votes: none/reduce:sum"),
        row("density_estimate")
            .len("samples", 300)
            .len("density", 1000)
            .set("bandwidth", 0.1f32)
            .invocations([1000, 1, 1])
            .cut(X, "samples: broadcast/none, density: none/split"),
        row("neighbour_lists")
            .len("positions", 1000)
            .len("starts", 257)
            .len("members", 1000)
            .len("density", 1000)
            .set("fluid.cells", 16u32)
            .set("fluid.size", 1.0f32)
            .set("fluid.radius", 1.0f32)
            .invocations([1000, 1, 1])
            .cut(
                X,
                "positions: broadcast/none, starts: broadcast/none, members: broadcast/none, \
                 density: none/split",
            ),
        row("springs")
            .len("springs", 2000)
            .len("positions", 1000)
            .len("forces", 1000)
            .invocations([2000, 1, 1])
            .whole(
                "forces",
                "springs: broadcast/none, positions: broadcast/none, forces: broadcast/whole",
            ),
        row("constraints_fixed_point")
            .len("constraints", 1000)
            .len("positions", 500)
            .len("impulses", 500)
            .invocations([1000, 1, 1])
            .cut(
                X,
                "constraints: split/none, positions: broadcast/none, impulses: none/reduce:sum",
            ),
        row("indirect_arguments")
            .len("count", 1)
            .len("arguments", 3)
            .workgroups([4, 1, 1])
            .whole("arguments", "count: broadcast/none, arguments: none/whole"),
        row("hillis_steele_in_place")
            .note("distance 1")
            .len("data", 1000)
            .set("distance_back", 1u32)
            .invocations([1000, 1, 1])
            .whole("data", "data: broadcast/whole"),
        row("look_back")
            .note("two workgroups")
            .len("data", 32)
            .len("published", 2)
            .workgroups([2, 1, 1])
            .whole("published", "data: broadcast/whole, published: broadcast/whole"),
        row("particles_flat")
            .len("particles", 6000)
            .set("n", 1000u32)
            .invocations([1000, 1, 1])
            .cut(X, "particles: broadcast/split"),
        row("particles_flat_moved")
            .len("particles", 6000)
            .set("n", 1000u32)
            .invocations([1000, 1, 1])
            .whole("particles", "particles: broadcast/whole"),
        row("float_index")
            .len("source", 7000)
            .len("result", 7000)
            .set("size", [100.0f32, 70.0])
            .invocations([100, 70, 1])
            .cut(Y, "source: split/none, result: none/split"),
        row("float_index")
            .note("beyond 2^24")
            .len("source", 7000)
            .len("result", 7000)
            .set("size", [5000.0f32, 4000.0])
            .invocations([5000, 4000, 1])
            .whole("result", "source: broadcast/none, result: none/whole"),
        row("bitonic_xor")
            .len("data", 4096)
            .set("step", [256u32, 1024])
            .invocations([4096, 1, 1])
            .cut(X, "data: split|halo/split"),
        // The element is everyone's, the condition only one invocation's.
        row("first_writes")
            .len("src", 1000)
            .len("dst", 1000)
            .len("info", 1)
            .invocations([1000, 1, 1])
            .cut(X, "src: split/none, dst: none/split, info: none/split"),
    ]
}
