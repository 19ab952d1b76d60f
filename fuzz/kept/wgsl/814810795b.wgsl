// Cluded.
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) //at2x3<f32>>;
@group(0) @binding(1) var<storage, read_write> b: arx3<f3
>2>
;;
}
