#![no_std]
#![no_main]

use core::hint::{black_box, spin_loop};
use core::panic::PanicInfo;

use quadline::{Square, queen_attacks};

/// Without an operating system, nothing can be printed. A program for a board resets it, or blinks.
#[panic_handler]
fn panic(_: &PanicInfo) -> ! {
    loop {
        spin_loop();
    }
}

/// The entry of the linker. A program that uses the runtime crate of its CPU, such as `cortex-m-rt`, has a
/// function with the attribute of that crate instead.
#[unsafe(no_mangle)]
pub extern "C" fn _start() -> ! {
    // Without `black_box`, the compiler would compute the attacks.
    let occupied = black_box(Square::A4.bit() | Square::D1.bit());
    black_box(queen_attacks(Square::A1, occupied));
    loop {
        spin_loop();
    }
}
