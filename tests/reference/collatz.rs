/// The steps that each number takes to reach 1; `u32::MAX` where one leaves 32 bits.
pub fn collatz(numbers: &[u32]) -> Vec<u32> {
    numbers.iter().map(|&number| steps(number)).collect()
}

fn steps(mut k: u32) -> u32 {
    let mut count = 0;
    while k > 1 {
        let next = if k.is_multiple_of(2) {
            Some(k / 2)
        } else {
            k.checked_mul(3).and_then(|k| k.checked_add(1))
        };
        match next {
            Some(next) => k = next,
            None => return u32::MAX,
        }
        count += 1;
    }
    count
}
