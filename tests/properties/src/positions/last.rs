//! The oracle's last results.

use std::cell::RefCell;
use std::rc::Rc;
use std::thread::LocalKey;

/// A question and its answer.
pub(super) type Last<K, V> = RefCell<Option<(K, Rc<V>)>>;

/// Returns the answer to a question: the last one if the question is the same, and otherwise what `answer`
/// returns.
///
/// A test asks each kernel about a position before it takes the next position. Without this, the oracle would
/// compute the same once for each kernel, and take most of the time of the tests.
pub(super) fn last<K: PartialEq, V>(
    cell: &'static LocalKey<Last<K, V>>,
    question: K,
    answer: impl FnOnce(&K) -> V,
) -> Rc<V> {
    if let Some(known) = cell.with_borrow(|last| {
        last.as_ref().filter(|(known, _)| *known == question).map(|(_, answer)| Rc::clone(answer))
    }) {
        return known;
    }
    let answer = Rc::new(answer(&question));
    cell.set(Some((question, Rc::clone(&answer))));
    answer
}

#[cfg(test)]
mod tests {
    use super::*;

    thread_local! {
        static LAST: Last<u32, u32> = const { RefCell::new(None) };
    }

    #[test]
    fn only_a_new_question_is_answered() {
        let mut asked = Vec::new();
        let mut ask = |question| {
            *last(&LAST, question, |&question| {
                asked.push(question);
                question + 1
            })
        };
        assert_eq!([1, 1, 2, 1].map(&mut ask), [2, 2, 3, 2]);
        assert_eq!(asked, [1, 2, 1]);
    }
}
