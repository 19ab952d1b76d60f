/// Adds to `hits` how many of `2 * rounds` random points for each invocation lie in the quarter of the circle.
pub fn monte_carlo_pi(seed: [u32; 2], invocations: u32, rounds: u32, hits: &mut u32) {
    for i in 0..invocations {
        for round in 0..rounds {
            let [a, b, c, d] = philox([i, round, 0, 0], seed);
            *hits += hit(a, b) + hit(c, d);
        }
    }
}

fn hit(x: u32, y: u32) -> u32 {
    let squared = |n: u32| u64::from(n >> 1) * u64::from(n >> 1);
    u32::from(squared(x) + squared(y) < 1 << 62)
}

/// Philox 4x32-10.
fn philox(mut counter: [u32; 4], mut key: [u32; 2]) -> [u32; 4] {
    for _ in 0..10 {
        let a = 0xd251_1f53 * u64::from(counter[0]);
        let b = 0xcd9e_8d57 * u64::from(counter[2]);
        let (high_a, high_b) = ((a >> 32) as u32, (b >> 32) as u32);
        let [_, y, _, w] = counter;
        counter = [high_b ^ y ^ key[0], b as u32, high_a ^ w ^ key[1], a as u32];
        key[0] = key[0].wrapping_add(0x9e37_79b9);
        key[1] = key[1].wrapping_add(0xbb67_ae85);
    }
    counter
}

/// The known answers that come with Random123, the authors' library.
#[test]
fn philox_gives_the_known_answers() {
    let ones = 0xffff_ffff;
    let pi = [0x243f_6a88, 0x85a3_08d3, 0x1319_8a2e, 0x0370_7344];
    for (counter, key, want) in [
        (
            [0; 4],
            [0; 2],
            [0x6627_e8d5, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8],
        ),
        (
            [ones; 4],
            [ones; 2],
            [0x408f_276d, 0x41c8_3b0e, 0xa20b_c7c6, 0x6d54_51fd],
        ),
        (
            pi,
            [0xa409_3822, 0x299f_31d0],
            [0xd16c_fe09, 0x94fd_cceb, 0x5001_e420, 0x2412_6ea1],
        ),
    ] {
        assert_eq!(philox(counter, key), want, "{counter:x?}, {key:x?}");
    }
}
