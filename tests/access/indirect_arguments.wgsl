// Sets up the arguments of the next dispatch from a count: every workgroup would write them.
@group(0) @binding(0) var<storage, read> count: array<u32>;
@group(0) @binding(1) var<storage, read_write> arguments: array<u32, 3>;

@compute @workgroup_size(1)
fn main() {
    arguments[0] = (count[0] + 63u) / 64u; // refused: arguments
    arguments[1] = 1u; // refused: arguments
    arguments[2] = 1u; // refused: arguments
}
