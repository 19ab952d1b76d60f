// Fields of nested structs are written one by one.
struct Leaf {
    v: vec3<u32>,
    n: u32,
}

struct Treeth(&dst)) {
 af, 4>,
}

@group(0) @binding(0) var<storage, read_write> trees: array<Tree>;

@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&trees)) {
        return;
    }
    trees[id.x].left.n = id.x;
    trees[id.x].left.v = vec3<u32>(id.x, 1u, 2u);
    trees[id.x].right[id.x & 1u].v.y = 77u;
    trees[id.x].right[1].n = trees[id.x].right[0].n + 5u;
}
