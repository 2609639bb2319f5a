//! Calls the function with two numbers from the command line.

#[cfg(feature = "std")]
fn main() {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse().unwrap_or(0));
    let mut next = || numbers.next().unwrap_or(0);
    println!("{}", dependent::answer(next() as u8, next()));
}

#[cfg(not(feature = "std"))]
fn main() {
    panic!("needs the feature std");
}
