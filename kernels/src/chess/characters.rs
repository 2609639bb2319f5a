//! [`characters!`], the traits of short texts.

/// Implements the traits of a `str` for a type with `as_str` and `as_bytes`.
macro_rules! characters {
    ($text:ident) => {
        impl core::ops::Deref for $text {
            type Target = str;

            #[inline]
            fn deref(&self) -> &str {
                self.as_str()
            }
        }

        impl AsRef<str> for $text {
            #[inline]
            fn as_ref(&self) -> &str {
                self.as_str()
            }
        }

        impl AsRef<[u8]> for $text {
            #[inline]
            fn as_ref(&self) -> &[u8] {
                self.as_bytes()
            }
        }

        impl PartialEq<str> for $text {
            #[inline]
            fn eq(&self, other: &str) -> bool {
                self.as_bytes() == other.as_bytes()
            }
        }

        impl PartialEq<&str> for $text {
            #[inline]
            fn eq(&self, other: &&str) -> bool {
                self.as_bytes() == other.as_bytes()
            }
        }

        impl core::fmt::Display for $text {
            fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                formatter.pad(self)
            }
        }

        impl core::fmt::Debug for $text {
            fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                core::fmt::Debug::fmt(self.as_str(), formatter)
            }
        }
    };
}

pub(super) use characters;
