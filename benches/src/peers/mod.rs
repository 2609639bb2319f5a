//! Everybody else's attack generators, behind one trait.
//!
//! A peer is timed like a single-call kernel: inlined into loops that are compiled for it.

mod libraries;
mod magic;
mod modern;
mod pext;
mod rbit;
mod relevant;
#[cfg(target_arch = "x86_64")]
mod stockfish;

pub use libraries::{Chess, CozyChess, HermesKoggeStone, HermesMagic, Shakmaty};
pub use magic::FancyMagic;
pub use pext::Pext;
pub use rbit::RbitQuintessence;
#[cfg(target_arch = "x86_64")]
pub use stockfish::Stockfish2026;

use crate::generator::Single;

/// An attack generator that is not ours.
pub trait Peer: Single {
    /// As in tables, bench ids and filters.
    const NAME: &'static str;
    /// Bytes of the tables that a queen's attacks may read.
    const TABLE_BYTES: usize;
    /// Where the scheme comes from and under which licence.
    const SOURCE: &'static str;
    /// The CPU features it cannot do without.
    const NEEDS: &'static str;

    /// The generator with its tables ready, or `None` where the CPU lacks what it needs.
    fn detect() -> Option<Self>;
}

/// Gets every peer of [`visit_peers`].
pub trait PeerVisitor {
    /// A peer that this CPU can run.
    fn peer<P: Peer>(&mut self, peer: P);

    /// A peer that this CPU cannot run.
    fn skipped(&mut self, name: &'static str, needs: &'static str);
}

/// The one list of peers; the reference of the paired harness first.
pub fn visit_peers(visitor: &mut impl PeerVisitor) {
    visit::<Pext>(visitor);
    visit::<FancyMagic>(visitor);
    visit::<CozyChess>(visitor);
    visit::<Shakmaty>(visitor);
    visit::<Chess>(visitor);
    #[cfg(target_arch = "x86_64")]
    visit::<Stockfish2026>(visitor);
    #[cfg(not(target_arch = "x86_64"))]
    visitor.skipped("stockfish-2026", "avx2");
    visit::<RbitQuintessence>(visitor);
    visit::<HermesMagic>(visitor);
    visit::<HermesKoggeStone>(visitor);
}

fn visit<P: Peer>(visitor: &mut impl PeerVisitor) {
    match P::detect() {
        Some(peer) => visitor.peer(peer),
        None => visitor.skipped(P::NAME, P::NEEDS),
    }
}
