//! A longest common subsequence of what two runs write.

/// The positions of elements in a longest common subsequence of two lists, in both.
pub(super) fn common<T: PartialEq>(a: &[T], b: &[T]) -> [Vec<usize>; 2] {
    // The length of the longest common subsequence of the rest, from each pair of positions on.
    let width = b.len() + 1;
    let mut longest = vec![0u16; (a.len() + 1) * width];
    for i in (0..a.len()).rev() {
        for j in (0..b.len()).rev() {
            longest[i * width + j] = match a[i] == b[j] {
                true => longest[(i + 1) * width + j + 1] + 1,
                false => longest[(i + 1) * width + j].max(longest[i * width + j + 1]),
            };
        }
    }
    let mut common = [Vec::new(), Vec::new()];
    let (mut i, mut j) = (0, 0);
    while i < a.len() && j < b.len() {
        if a[i] == b[j] {
            common[0].push(i);
            common[1].push(j);
            (i, j) = (i + 1, j + 1);
        } else if longest[(i + 1) * width + j] >= longest[i * width + j + 1] {
            i += 1;
        } else {
            j += 1;
        }
    }
    common
}
