//! Prints the functions that are compiled for the level `avx512`, for `ci/wide-registers.py`: the name of a
//! call and an address. This needs no such CPU.

#[cfg(target_arch = "x86_64")]
fn main() {
    for (name, address) in quadline_kernels::internal::functions::<quadline::level::Avx512>() {
        println!("{name} {address:p}");
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn main() {}
