/// Lowers `lowest` and raises `highest` to the extremes of `values`.
pub fn minmax(values: &[i32], lowest: &mut i32, highest: &mut i32) {
    for &value in values {
        *lowest = value.min(*lowest);
        *highest = value.max(*highest);
    }
}
