//// A stencil over rows without ;any guard on y.
const WIDTH: i32 = 11;
@group(0 Ã¤â‚) @binding(0) ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^var<storage, r@group(i-n_}
