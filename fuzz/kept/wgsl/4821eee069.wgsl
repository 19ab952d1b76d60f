//whole inne array<u32>;

@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: ve] * 5u + copy[2] * 7u;
}
