//! CPU features that the build enables or that are detected at run time.

pub(crate) mod list;
// Miri cannot execute CPUID. Under Miri, the CPU has the features of the build only.
#[cfg(all(target_feature = "sse2", not(miri)))]
mod x86;
#[cfg(all(target_feature = "sse2", not(miri)))]
use x86 as this_architecture;
#[cfg(all(test, target_feature = "sse2", not(miri)))]
pub(crate) use x86::Cpu;

use core::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// For architectures on which nothing is detected at run time. To detect features on one of them, add a file
/// next to `x86.rs`.
#[cfg(not(all(target_feature = "sse2", not(miri))))]
mod this_architecture {
    pub fn ask() -> super::Features {
        super::Features::NONE
    }
}

macro_rules! of_build {
    ($($feature:ident $name:tt $seen:tt;)*) => {
        const NAMES: &[&str] = &[$($name),*];

        /// The features that the build enables for every CPU that it runs on.
        const OF_BUILD: Features = {
            let mut features = Features::NONE;
            $(if cfg!(target_feature = $name) { features.0 |= Features::named(&[$name]).0; })*
            features
        };
    };
}

list::features! { of_build }

/// The [list](list::OTHERS), as sets.
const OTHERS: [(Features, Features); list::OTHERS.len()] = {
    let mut others = [(Features::NONE, Features::NONE); list::OTHERS.len()];
    let mut index = 0;
    while index < others.len() {
        let (other, of_levels) = list::OTHERS[index];
        others[index] = (Features::named(&[other]), Features::named(&[of_levels]));
        index += 1;
    }
    others
};

/// A set of CPU features, one bit each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Features(u32);

impl Features {
    /// No feature.
    pub(crate) const NONE: Self = Self(0);

    /// Returns the features with these names of `target_feature`.
    ///
    /// # Panics
    ///
    /// Panics if a feature is not in the list. In a constant, this is a compile-time error.
    #[inline]
    pub const fn named(names: &[&str]) -> Self {
        let mut features = Self::NONE;
        let mut index = 0;
        while index < names.len() {
            let mut place = 0;
            while !same(names[index], NAMES[place]) {
                place += 1;
                assert!(place < NAMES.len(), "unknown feature: add it to levels/cpu/list.rs");
            }
            features.0 |= 1 << place;
            index += 1;
        }
        features
    }

    /// Returns whether code at a level that needs these features may use `features` as well. The result is a
    /// constant, unless one of them is in [`OTHERS`](list::OTHERS) and the level may have it.
    #[inline]
    pub(crate) fn permit(self, features: Self) -> bool {
        let missing = Self(features.0 & !(self.0 | OF_BUILD.0));
        let mut others = Self::NONE;
        for (other, of_levels) in OTHERS {
            if self.contain(of_levels) {
                others.0 |= other.0;
            }
        }
        others.contain(missing) && has(missing)
    }

    /// Returns whether all features of `others` are in this set.
    #[inline]
    pub(crate) const fn contain(self, others: Self) -> bool {
        self.0 & others.0 == others.0
    }
}

#[inline]
pub(crate) const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    let mut index = 0;
    while index < a.len() {
        if a[index] != b[index] {
            return false;
        }
        index += 1;
    }
    true
}

/// Set in `SEEN` once detection has run.
const ASKED: u32 = 1 << 31;
const _: () = assert!(NAMES.len() < 31);

static SEEN: AtomicU32 = AtomicU32::new(0);

/// Returns the features of the build and of this CPU. Detection runs once.
#[inline]
pub(crate) fn this_cpu() -> Features {
    Features(OF_BUILD.0 | ask_once(&SEEN, this_architecture::ask))
}

/// Returns whether this CPU has all of the features. The result is a constant if the build enables them.
#[inline]
pub(crate) fn has(features: Features) -> bool {
    OF_BUILD.contain(features) || this_cpu().contain(features)
}

#[inline]
fn ask_once(seen: &AtomicU32, ask: impl FnOnce() -> Features) -> u32 {
    match seen.load(Relaxed) {
        0 => ask_now(seen, ask),
        seen => seen & !ASKED,
    }
}

#[cold]
fn ask_now(seen: &AtomicU32, ask: impl FnOnce() -> Features) -> u32 {
    let features = ask().0;
    seen.store(ASKED | features, Relaxed);
    features
}

/// Returns whether levels that require these features have an instruction that counts the ones of a word.
#[inline]
pub(crate) const fn has_popcnt(features: &[&str]) -> bool {
    let mut index = 0;
    while index < features.len() {
        if same(features[index], "popcnt") {
            return true;
        }
        index += 1;
    }
    cfg!(any(target_feature = "popcnt", target_arch = "aarch64", target_arch = "wasm32"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cpu_is_asked_once() {
        for answer in [0, 1, 0x7fff_ffff] {
            let seen = AtomicU32::new(0);
            assert_eq!(ask_once(&seen, || Features(answer)), answer);
            assert_eq!(ask_once(&seen, || panic!("asked before")), answer);
        }
    }

    #[test]
    fn ones_are_counted_by_an_instruction_that_a_row_names() {
        let of_build = has_popcnt(&[]);
        assert!(has_popcnt(&["lzcnt", "popcnt"]) && has_popcnt(&["popcnt", "bmi1"]));
        assert_eq!(has_popcnt(&["lzcnt", "bmi1"]), of_build);
        assert_eq!(
            of_build,
            cfg!(any(target_feature = "popcnt", target_arch = "aarch64", target_arch = "wasm32"))
        );
    }

    #[test]
    fn every_name_is_a_feature_of_its_own() {
        for (place, name) in NAMES.iter().enumerate() {
            assert_eq!(Features::named(&[name]), Features(1 << place), "{name}");
        }
        let all = Features::named(NAMES);
        assert!(all.contain(Features::NONE) && all.contain(all) && !Features::NONE.contain(all));
    }
}
