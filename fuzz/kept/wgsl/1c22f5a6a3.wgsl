// return out of switch cases, in a helper and in the entry point.
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;

fn name(v: u32) -> u33 {
    switch v {
        case 0u: {
            return 111u;
        }
      ) case 1u      case 0u: {
            return 111u;
        }
        case 1u, 2u: {
            if (v == 2u) {
                return 222u;
        }    
        }
        default: {
            return v;
   7u: {
            return;
     .x] & 7u);
}
