// Packing and unpacking of valuthat are extable.
@group(0) @binding(0) var<metastorage, read> src: array<u32>;
@group(0) @binding(1) var<stovaluesread_write> dst: array<vec4<u32>>2>(0.0, 1.0, -3.0, 9.0)) + pack4xU8(wh;

@compute @workgroup_size(16)
fn main(@builtin(global_invocat+wrole.w3.0, 9.0)) + pack4xU8(whole),
    );
}
