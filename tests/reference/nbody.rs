/// One step of `dt`: advances `velocities` and returns the next positions.
pub fn nbody(
    dt: f32,
    softening: f32,
    positions: &[[f32; 4]],
    velocities: &mut [[f32; 4]],
) -> Vec<[f32; 4]> {
    let mut next = positions.to_vec();
    for ((body, velocity), next) in positions.iter().zip(velocities).zip(&mut next) {
        let mut acceleration = [0.0; 3];
        for other in positions {
            let d = [0, 1, 2].map(|axis| other[axis] - body[axis]);
            let squared = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
            let inverse = 1.0 / (squared + softening * softening).sqrt();
            let pull = other[3] * inverse * inverse * inverse;
            for axis in 0..3 {
                acceleration[axis] += d[axis] * pull;
            }
        }
        for axis in 0..3 {
            velocity[axis] += acceleration[axis] * dt;
            next[axis] = body[axis] + velocity[axis] * dt;
        }
    }
    next
}
