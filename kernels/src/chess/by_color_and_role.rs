//! [`ByColor`] and [`ByRole`], arrays that are indexed by a color or a role.

use core::ops::{Deref, DerefMut, Index, IndexMut};

use super::{Color, Role};

/// Defines an array that is indexed by the values of an enum, which are the numbers from 0 to `$count - 1`.
///
/// Everything except the documentation is the same for both types.
macro_rules! array_by {
    ($(#[$attribute:meta])* $name:ident<T>([T; $count:literal]) by $key:ident) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
        #[repr(transparent)]
        pub struct $name<T>(
            /// The array.
            pub [T; $count],
        );

        impl<T> $name<T> {
            /// Returns the array of the values that a function returns.
            #[inline]
            #[must_use]
            pub fn from_fn(mut value: impl FnMut($key) -> T) -> Self {
                Self($key::ALL.map(|key| value(key)))
            }

            /// Returns the array of the results of a function for each entry.
            #[inline]
            #[must_use]
            pub fn map<U>(self, function: impl FnMut(T) -> U) -> $name<U> {
                $name(self.0.map(function))
            }

            /// Returns an iterator over the entries with what they belong to.
            #[inline]
            pub fn entries(&self) -> impl DoubleEndedIterator<Item = ($key, &T)> + ExactSizeIterator {
                $key::ALL.into_iter().zip(&self.0)
            }
        }

        impl<T> Index<$key> for $name<T> {
            type Output = T;

            #[inline(always)]
            fn index(&self, key: $key) -> &T {
                &self.0[key as usize]
            }
        }

        impl<T> IndexMut<$key> for $name<T> {
            #[inline(always)]
            fn index_mut(&mut self, key: $key) -> &mut T {
                &mut self.0[key as usize]
            }
        }

        /// The index of the array.
        impl<T> Index<usize> for $name<T> {
            type Output = T;

            #[inline(always)]
            fn index(&self, index: usize) -> &T {
                &self.0[index]
            }
        }

        impl<T> IndexMut<usize> for $name<T> {
            #[inline(always)]
            fn index_mut(&mut self, index: usize) -> &mut T {
                &mut self.0[index]
            }
        }

        impl<T> Deref for $name<T> {
            type Target = [T; $count];

            #[inline(always)]
            fn deref(&self) -> &[T; $count] {
                &self.0
            }
        }

        impl<T> DerefMut for $name<T> {
            #[inline(always)]
            fn deref_mut(&mut self) -> &mut [T; $count] {
                &mut self.0
            }
        }

        impl<T> From<[T; $count]> for $name<T> {
            #[inline(always)]
            fn from(array: [T; $count]) -> Self {
                Self(array)
            }
        }

        impl<T> From<$name<T>> for [T; $count] {
            #[inline(always)]
            fn from(entries: $name<T>) -> Self {
                entries.0
            }
        }

        impl<T> AsRef<[T]> for $name<T> {
            #[inline(always)]
            fn as_ref(&self) -> &[T] {
                &self.0
            }
        }

        impl<T> AsMut<[T]> for $name<T> {
            #[inline(always)]
            fn as_mut(&mut self) -> &mut [T] {
                &mut self.0
            }
        }

        impl<T: PartialEq> PartialEq<[T; $count]> for $name<T> {
            #[inline]
            fn eq(&self, array: &[T; $count]) -> bool {
                self.0 == *array
            }
        }

        impl<T: PartialEq> PartialEq<$name<T>> for [T; $count] {
            #[inline]
            fn eq(&self, entries: &$name<T>) -> bool {
                *self == entries.0
            }
        }

        impl<T> IntoIterator for $name<T> {
            type Item = T;
            type IntoIter = core::array::IntoIter<T, $count>;

            #[inline]
            fn into_iter(self) -> Self::IntoIter {
                self.0.into_iter()
            }
        }

        impl<'a, T> IntoIterator for &'a $name<T> {
            type Item = &'a T;
            type IntoIter = core::slice::Iter<'a, T>;

            #[inline]
            fn into_iter(self) -> Self::IntoIter {
                self.0.iter()
            }
        }

        impl<'a, T> IntoIterator for &'a mut $name<T> {
            type Item = &'a mut T;
            type IntoIter = core::slice::IterMut<'a, T>;

            #[inline]
            fn into_iter(self) -> Self::IntoIter {
                self.0.iter_mut()
            }
        }

        // SAFETY: the type is `repr(transparent)` and has no other field.
        unsafe impl<T> bytemuck::TransparentWrapper<[T; $count]> for $name<T> {}
    };
}

array_by! {
    /// An array with an entry for each color, White's first, that is indexed by [`Color`].
    ///
    /// It dereferences to the array, so a reference to it can be passed where one to an array is expected.
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::{ByColor, Color, Position};
    ///
    /// let attacked = Position::START.attacked_squares();
    /// assert_eq!(attacked[Color::Black], attacked[Color::White].swap_bytes());
    /// assert_eq!(attacked.map(u64::count_ones), [22, 22]);
    ///
    /// let ByColor([white, black]) = attacked;
    /// assert_eq!(white & black, 0);
    /// for (color, &squares) in attacked.entries() {
    ///     println!("{color} attacks {} squares", squares.count_ones());
    /// }
    /// ```
    ByColor<T>([T; 2]) by Color
}

array_by! {
    /// An array with an entry for each role, in the order of [`Role::ALL`], that is indexed by [`Role`].
    ///
    /// It dereferences to the array, so a reference to it can be passed where one to an array is expected,
    /// for example to [`Position::see`](crate::Position::see).
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::{ByRole, Color, Position, Role};
    ///
    /// let attacks = Position::START.attacks_by_role(Color::White);
    /// assert_eq!(attacks[Role::Pawn], 0xff << 16);
    ///
    /// let mut values = ByRole([100, 300, 300, 500, 900, 0]);
    /// values[Role::Bishop] += 20;
    /// assert_eq!(values, [100, 300, 320, 500, 900, 0]);
    /// let position: Position = "4k3/8/8/3r4/4P3/8/8/4K3 w - - 0 1".parse()?;
    /// assert_eq!(position.see(position.parse_uci("e4d5")?, &values), 500);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ByRole<T>([T; 6]) by Role
}

impl ByRole<u64> {
    /// Returns the union of the sets of the roles from pawn to this one, in the order of [`Role::ALL`].
    ///
    /// Engines order moves, and prune them, by whether a piece is attacked by a lesser one: the squares that
    /// pawns, knights and bishops attack are dangerous for a rook.
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::{Color, Position, Role};
    ///
    /// let position: Position = "4k3/8/8/6b1/8/8/3R4/4K3 w - - 0 1".parse()?;
    /// let attacks = position.attacks_by_role(Color::Black);
    /// let rooks = position.pieces(Color::White, Role::Rook);
    /// assert_eq!(rooks & attacks.up_to(Role::Bishop), rooks);
    /// assert_eq!(rooks & attacks.up_to(Role::Knight), 0);
    /// # Ok::<(), quadline_kernels::ParseFenError>(())
    /// ```
    #[inline]
    #[must_use]
    pub const fn up_to(&self, role: Role) -> u64 {
        let (mut union, mut index) = (0, 0);
        while index <= role as usize {
            union |= self.0[index];
            index += 1;
        }
        union
    }
}
