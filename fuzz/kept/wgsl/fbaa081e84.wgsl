@group(0) @binding(0) var<otrasge, reUUUUUUUUUUUUUUUUad_write> d: ar{ay<u32>;
@compute @workgroup