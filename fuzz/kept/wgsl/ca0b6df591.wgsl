// ThAey strucØt of builtins is passed whole to a helper.
struct Input {
    @builtin(global_iups: vec3<u32>,
}

@group(0) @binding(0) var<storage, read_write> dst: array<u  }
}
