//! Arrays of the caller, checked as far as possible.

use std::slice;

use crate::error::{Failure, Outcome, Status};

/// An array of the caller.
pub struct Array<T> {
    name: &'static str,
    pointer: *mut T,
    length: usize,
}

/// The address and size of an array.
pub struct Region {
    name: &'static str,
    start: usize,
    end: usize,
}

impl<T> Array<T> {
    /// Creates an array that is read.
    #[inline(always)]
    pub fn input(name: &'static str, pointer: *const T, length: usize) -> Outcome<Self> {
        Self::output(name, pointer.cast_mut(), length)
    }

    /// Creates an array that is written.
    #[inline(always)]
    pub fn output(name: &'static str, pointer: *mut T, length: usize) -> Outcome<Self> {
        let there = length == 0 || (!pointer.is_null() && pointer.is_aligned());
        let fits = length <= isize::MAX as usize / size_of::<T>()
            && pointer.addr().checked_add(length * size_of::<T>()).is_some();
        if there && fits {
            Ok(Self { name, pointer, length })
        } else {
            Err(impossible(name, pointer, length))
        }
    }

    /// Returns its address and size.
    #[inline(always)]
    pub fn region(&self) -> Region {
        let start = self.pointer.addr();
        Region { name: self.name, start, end: start + self.length * size_of::<T>() }
    }

    /// Returns its elements.
    ///
    /// # Safety
    ///
    /// The caller of the C function must guarantee the number of elements, and that nothing writes them
    /// during the call.
    pub unsafe fn read<'a>(&self) -> &'a [T] {
        if self.length == 0 {
            return &[];
        }
        // SAFETY: the pointer is not NULL, it is aligned, and the length is possible, as checked; the caller
        // guarantees the rest.
        unsafe { slice::from_raw_parts(self.pointer, self.length) }
    }

    /// Returns its elements for writing.
    ///
    /// # Safety
    ///
    /// The caller of the C function must guarantee the number of elements, and that nothing else uses them
    /// during the call. [`disjoint`] must have been called.
    pub unsafe fn write<'a>(&self) -> &'a mut [T] {
        if self.length == 0 {
            return &mut [];
        }
        // SAFETY: the pointer is not NULL, it is aligned, and the length is possible, as checked; the caller
        // guarantees the rest.
        unsafe { slice::from_raw_parts_mut(self.pointer, self.length) }
    }
}

/// Returns the reason why there can be no such array.
#[cold]
fn impossible<T>(name: &str, pointer: *const T, length: usize) -> Box<Failure> {
    let (size, multiple) = (size_of::<T>(), align_of::<T>());
    let (status, message) = if length != 0 && pointer.is_null() {
        (Status::NullPointer, format!("{name} is NULL; it has {length} elements"))
    } else if length != 0 && !pointer.is_aligned() {
        let message = format!("{name} is not aligned; its address must be a multiple of {multiple}");
        (Status::Misaligned, message)
    } else {
        let message = format!("{name} cannot have {length} elements of {size} bytes; that exceeds memory");
        (Status::Length, message)
    };
    Failure::new(status, message)
}

impl Region {
    #[inline(always)]
    fn overlaps(&self, other: &Self) -> bool {
        self.start < other.end && other.start < self.end
    }
}

/// Checks that no output overlaps with another output or an input.
#[inline(always)]
pub fn disjoint<const OUTPUTS: usize>(outputs: &[Region; OUTPUTS], inputs: &[Region]) -> Outcome<()> {
    // Two plain loops, which are unrolled; a chain of iterators would not be.
    for (index, output) in outputs.iter().enumerate() {
        for other in &outputs[index + 1..] {
            if output.overlaps(other) {
                return Err(overlap(output.name, other.name));
            }
        }
        for input in inputs {
            if output.overlaps(input) {
                return Err(overlap(output.name, input.name));
            }
        }
    }
    Ok(())
}

/// Checks the arrays of a C function as far as possible, and makes slices with the names of the pointers:
/// first of the arrays that are read, then of those that are written, each with its number of elements.
///
/// The caller of the C function must guarantee what [`Array::read`] and [`Array::write`] require.
macro_rules! slices {
    (in $($input:ident[$length:expr]),*; out $($output:ident[$room:expr]),*) => {
        $(let $input = Array::input(stringify!($input), $input, $length)?;)*
        $(let $output = Array::output(stringify!($output), $output, $room)?;)*
        disjoint(&[$($output.region()),*], &[$($input.region()),*])?;
        // SAFETY: guaranteed by the caller of the C function, and checked as far as possible.
        let ($($input,)* $($output,)*) = unsafe { ($($input.read(),)* $($output.write(),)*) };
    };
}
pub(crate) use slices;

/// Returns an error for the first number that is not a square.
pub fn check_squares(squares: &[u8]) -> Outcome<()> {
    match squares.iter().position(|&square| square > 63) {
        Some(row) => {
            let message = format!("square {row} is {}; squares are 0 to 63, a1 = 0, h8 = 63", squares[row]);
            Err(Failure::new(Status::Square, message).of_row(row))
        }
        None => Ok(()),
    }
}

#[cold]
fn overlap(output: &str, other: &str) -> Box<Failure> {
    Failure::new(Status::Overlap, format!("{output} overlaps with {other}; outputs must not overlap"))
}
