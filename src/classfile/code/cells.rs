//! A sparse array whose copies share what they have in common.
//!
//! An analysis keeps the slots of a method at many places: before each call, at each jump. A method may have 65,535 slots
//! and as many places, so each place keeps only what differs from the one it was copied from.

use std::rc::Rc;

/// So many bits of an index choose a child of a node; 32 slots lie together, which is all that most methods have.
const BITS: u32 = 5;

/// Values by index. What was never set is the default. A copy costs nothing; a change behind a copy costs one path of nodes.
#[derive(Debug, Clone)]
pub(super) struct Cells<V> {
    root: Option<Rc<Node<V>>>,
    /// Levels of nodes above the values.
    height: u32,
}

#[derive(Debug, Clone)]
enum Node<V> {
    Values(Vec<V>),
    Nodes(Vec<Option<Rc<Node<V>>>>),
}

impl<V> Default for Cells<V> {
    fn default() -> Self {
        Self {
            root: None,
            height: 0,
        }
    }
}

/// The child of a node at `height` that `index` lies in.
fn child(index: usize, height: u32) -> usize {
    (index >> (BITS * height)) & ((1 << BITS) - 1)
}

impl<V: Clone + Default> Cells<V> {
    /// The value at `index`; `None` stands for the default where nothing near was set.
    pub(super) fn get(&self, index: usize) -> Option<&V> {
        if index >> (BITS * (self.height + 1)) > 0 {
            return None;
        }
        let mut node = self.root.as_deref()?;
        let mut height = self.height;
        loop {
            match node {
                Node::Values(values) => return values.get(child(index, 0)),
                Node::Nodes(nodes) => {
                    node = nodes.get(child(index, height))?.as_deref()?;
                    height -= 1;
                }
            }
        }
    }

    /// Sets the value at `index`.
    pub(super) fn set(&mut self, index: usize, value: V) {
        while index >> (BITS * (self.height + 1)) > 0 {
            let below = self.root.take();
            self.root = below.map(|below| Rc::new(Node::Nodes(vec![Some(below)])));
            self.height += 1;
        }
        let mut place = &mut self.root;
        let mut height = self.height;
        loop {
            let node = place.get_or_insert_with(|| {
                Rc::new(if height == 0 {
                    Node::Values(Vec::new())
                } else {
                    Node::Nodes(Vec::new())
                })
            });
            let at = child(index, height);
            match Rc::make_mut(node) {
                Node::Values(values) => {
                    if values.len() <= at {
                        values.resize(at + 1, V::default());
                    }
                    if let Some(old) = values.get_mut(at) {
                        *old = value;
                    }
                    return;
                }
                Node::Nodes(nodes) => {
                    if nodes.len() <= at {
                        nodes.resize(at + 1, None);
                    }
                    let Some(below) = nodes.get_mut(at) else {
                        return;
                    };
                    place = below;
                    height -= 1;
                }
            }
        }
    }

    /// True where each of the first `count` values fits that of `other`. What both share is not looked at: a value has to
    /// fit itself.
    pub(super) fn fits(&self, other: &Self, count: usize, fit: &impl Fn(&V, &V) -> bool) -> bool {
        let height = self.height.max(other.height);
        let (one, other) = (self.raised(height), other.raised(height));
        nodes_fit(one.as_ref(), other.as_ref(), (height, count), fit)
    }

    /// The root with this many levels below it.
    fn raised(&self, height: u32) -> Option<Rc<Node<V>>> {
        let above = self.height..height;
        above.fold(self.root.clone(), |root, _| {
            root.map(|below| Rc::new(Node::Nodes(vec![Some(below)])))
        })
    }

    /// True where one is a copy of the other and neither was changed since. Equal values in separate memory are not seen.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        match (&self.root, &other.root) {
            (Some(one), Some(other)) => Rc::ptr_eq(one, other),
            (one, other) => one.is_none() && other.is_none(),
        }
    }
}

/// [`Cells::fits`] for the first `count` values below two nodes at `height`.
fn nodes_fit<V: Default>(
    one: Option<&Rc<Node<V>>>,
    other: Option<&Rc<Node<V>>>,
    (height, count): (u32, usize),
    fit: &impl Fn(&V, &V) -> bool,
) -> bool {
    let is_same = match (one, other) {
        (Some(one), Some(other)) => Rc::ptr_eq(one, other),
        (None, None) => true,
        _ => false,
    };
    if is_same {
        return true;
    }
    let each = 1_usize << (BITS * height);
    let children = (1 << BITS).min(count.div_ceil(each));
    if height > 0 {
        fn below<V>(node: Option<&Rc<Node<V>>>, at: usize) -> Option<&Rc<Node<V>>> {
            match node.map(Rc::as_ref) {
                Some(Node::Nodes(nodes)) => nodes.get(at)?.as_ref(),
                _ => None,
            }
        }
        (0..children).all(|at| {
            let within = (height - 1, (count - at * each).min(each));
            nodes_fit(below(one, at), below(other, at), within, fit)
        })
    } else {
        fn values<V>(node: Option<&Rc<Node<V>>>) -> &[V] {
            match node.map(Rc::as_ref) {
                Some(Node::Values(values)) => values,
                _ => &[],
            }
        }
        let (one, other, default) = (values(one), values(other), V::default());
        (0..children).all(|at| {
            let one = one.get(at).unwrap_or(&default);
            fit(one, other.get(at).unwrap_or(&default))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_keep_what_they_had() {
        let mut cells = Cells::default();
        let mut copies = Vec::new();
        for index in [0, 31, 32, 1_023, 1_024, 65_535] {
            assert_eq!(cells.get(index).copied().unwrap_or_default(), 0);
            copies.push((index, cells.clone()));
            cells.set(index, index + 7);
            cells.set(5, index);
            assert_eq!(cells.get(index), Some(&(index + 7)));
        }
        for (index, copy) in &copies {
            assert_eq!(copy.get(*index).copied().unwrap_or_default(), 0);
        }
        assert_eq!(cells.get(31), Some(&38));
        assert_eq!(cells.get(5), Some(&65_535));
        assert_eq!(copies[3].1.get(5), Some(&32));
        assert!(cells.is_same(&cells.clone()) && !cells.is_same(&copies[5].1));
    }

    #[test]
    fn values_fit_up_to_a_count() {
        let at_most = |one: &usize, other: &usize| one <= other;
        let (mut one, mut other) = (Cells::default(), Cells::default());
        one.set(3, 7);
        assert!(one.fits(&other, 3, &at_most) && !one.fits(&other, 4, &at_most));
        other.set(3, 8);
        other.set(40_000, 1);
        assert!(one.fits(&other, 65_535, &at_most));
        assert!(other.fits(&one, 3, &at_most) && !other.fits(&one, 4, &at_most));
        one.set(3, 8);
        assert!(other.fits(&one, 40_000, &at_most) && !other.fits(&one, 40_001, &at_most));
    }
}
