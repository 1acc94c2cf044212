//! Dominators by iteration over approximations (Cooper, Harvey, Kennedy), forwards and backwards.

/// The immediate dominator of each node in the order, whose first one is the root and has itself. `before` are the nodes from which
/// one comes to a node.
pub fn dominators(before: &[Vec<u32>], order: &[usize]) -> Vec<Option<u32>> {
    let nodes = before.len().max(order.iter().max().map_or(0, |last| last + 1));
    let mut rank = vec![usize::MAX; nodes];
    for (at, &node) in order.iter().enumerate() {
        rank[node] = at;
    }
    let mut parents: Vec<Option<u32>> = vec![None; nodes];
    let Some((&root, others)) = order.split_first() else { return parents };
    parents[root] = Some(root as u32);
    loop {
        let mut changed = false;
        for &node in others {
            let mut parent: Option<u32> = None;
            for &next in before[node].iter().filter(|&&next| parents[next as usize].is_some()) {
                parent = Some(match parent {
                    None => next,
                    Some(known) => common(&parents, &rank, known, next),
                });
            }
            if parents[node] != parent {
                parents[node] = parent;
                changed = true;
            }
        }
        if !changed {
            return parents;
        }
    }
}

fn common(parents: &[Option<u32>], rank: &[usize], mut a: u32, mut b: u32) -> u32 {
    while a != b {
        if rank[a as usize] > rank[b as usize] {
            a = parents[a as usize].expect("ranked before");
        } else {
            b = parents[b as usize].expect("ranked before");
        }
    }
    a
}
