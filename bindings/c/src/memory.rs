//! Arrays of the caller, checked as far as that can be done.

use std::slice;

use crate::error::{Failure, Status};

/// An array of the caller.
pub struct Array<T> {
    name: &'static str,
    pointer: *mut T,
    length: usize,
}

/// Where an array stands.
pub struct Region {
    name: &'static str,
    start: usize,
    end: usize,
}

impl<T> Array<T> {
    /// An array that is read.
    pub fn input(name: &'static str, pointer: *const T, length: usize) -> Result<Self, Failure> {
        Self::output(name, pointer.cast_mut(), length)
    }

    /// An array that is written.
    pub fn output(name: &'static str, pointer: *mut T, length: usize) -> Result<Self, Failure> {
        let size = size_of::<T>();
        if length != 0 && pointer.is_null() {
            let message = format!("{name} is NULL; it has {length} elements");
            return Err(Failure::new(Status::NullPointer, message));
        }
        if length != 0 && !pointer.is_aligned() {
            let message =
                format!("{name} is not aligned; its address is to be a multiple of {}", align_of::<T>());
            return Err(Failure::new(Status::Misaligned, message));
        }
        let fits =
            |bytes: &usize| *bytes <= isize::MAX as usize && pointer.addr().checked_add(*bytes).is_some();
        if length.checked_mul(size).filter(fits).is_none() {
            let message = format!("{name} cannot have {length} elements of {size} bytes: memory ends before");
            return Err(Failure::new(Status::Length, message));
        }
        Ok(Self { name, pointer, length })
    }

    /// Where it stands.
    pub fn region(&self) -> Region {
        let start = self.pointer.addr();
        Region { name: self.name, start, end: start + self.length * size_of::<T>() }
    }

    /// Its elements.
    ///
    /// # Safety
    /// The caller of the C function says that there are so many, and nobody writes them meanwhile.
    pub unsafe fn read<'a>(&self) -> &'a [T] {
        if self.length == 0 {
            return &[];
        }
        // SAFETY: not NULL, aligned and of possible length, as was checked; the rest is the caller's word.
        unsafe { slice::from_raw_parts(self.pointer, self.length) }
    }

    /// Its elements, to write them.
    ///
    /// # Safety
    /// The caller of the C function says that there is so much room, for us alone; [`disjoint`] was asked.
    pub unsafe fn write<'a>(&self) -> &'a mut [T] {
        if self.length == 0 {
            return &mut [];
        }
        // SAFETY: not NULL, aligned and of possible length, as was checked; the rest is the caller's word.
        unsafe { slice::from_raw_parts_mut(self.pointer, self.length) }
    }
}

/// No output overlaps with another output or an input.
pub fn disjoint(outputs: &[Region], inputs: &[Region]) -> Result<(), Failure> {
    for (index, output) in outputs.iter().enumerate() {
        for other in outputs[index + 1..].iter().chain(inputs) {
            if output.start < other.end && other.start < output.end {
                let message = format!("{} overlaps with {}; outputs stand apart", output.name, other.name);
                return Err(Failure::new(Status::Overlap, message));
            }
        }
    }
    Ok(())
}
