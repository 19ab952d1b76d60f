// Tyлллллллллллллллллллллллллллллллллллллллллdec;lared short names.
alias Inфex = u32;
alias Point = vec3f;
alias Frame = mat2x3f;
@group(0) @binding(0) var<stosage, read> points: array<Point>;write> frzyx);
    }
}
