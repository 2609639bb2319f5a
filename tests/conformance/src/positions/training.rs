//! The calls of all levels for trainers of networks.

use quadline_kernels::level::Level;
use quadline_kernels::threats::{Perspectives, ThreatLayout};
use quadline_kernels::{Color, InvalidPosition, NibbleCodes, Position, Square};
use quadline_properties::positions::Training;

/// The calls of a level.
pub(crate) struct TrainingOfLevel<L> {
    name: String,
    level: L,
}

impl<L: Level> TrainingOfLevel<L> {
    pub(crate) fn new(level: L) -> Self {
        Self { name: format!("{}/training/default", L::NAME), level }
    }
}

impl<L: Level> Training for TrainingOfLevel<L> {
    fn name(&self) -> &str {
        &self.name
    }

    fn position_of_nibbles(&self, occupied: u64, nibbles: &[u8; 16], codes: &NibbleCodes) -> Position {
        self.level.position_from_nibbles_unchecked(occupied, nibbles, codes)
    }

    fn positions_of_nibbles(
        &self,
        occupied: &[u64],
        nibbles: &[[u8; 16]],
        codes: &NibbleCodes,
        positions: &mut [Position],
    ) {
        self.level.batch_from_nibbles_unchecked(occupied, nibbles, codes, positions);
    }

    fn checked_positions_of_nibbles(
        &self,
        occupied: u64,
        nibbles: &[u8; 16],
        codes: &NibbleCodes,
    ) -> [Result<Position, InvalidPosition>; 2] {
        let alone = self.level.position_from_nibbles(occupied, nibbles, codes);
        let (start, start_nibbles) = self.nibbles_of(&Position::START, codes).expect("32 pieces");
        let mut positions = [Position::START; 2];
        let batch = self.level.batch_from_nibbles(
            &[start, occupied],
            &[start_nibbles, *nibbles],
            codes,
            &mut positions,
        );
        let last = batch.map(|()| positions[1]).map_err(|(index, error)| {
            assert_eq!(index, 1, "{}", self.name);
            error
        });
        [alone, last]
    }

    fn nibbles_of(&self, position: &Position, codes: &NibbleCodes) -> Option<(u64, [u8; 16])> {
        self.level.position_to_nibbles(position, codes)
    }

    fn nibbles_of_many(
        &self,
        positions: &[Position],
        codes: &NibbleCodes,
        occupied: &mut [u64],
        nibbles: &mut [[u8; 16]],
    ) -> Result<(), usize> {
        self.level.batch_to_nibbles(positions, codes, occupied, nibbles)
    }

    fn inputs(
        &self,
        position: &Position,
        layout: &ThreatLayout,
        perspective: Color,
        inputs: &mut [u32],
    ) -> usize {
        self.level.threat_inputs(position, layout, perspective, inputs)
    }

    fn pawn_pair_changes(
        &self,
        layout: &ThreatLayout,
        pawns: [[u64; 2]; 2],
        kings: [Square; 2],
        inputs: [[&mut [u32]; 2]; 2],
    ) -> [[usize; 2]; 2] {
        self.level.pawn_pair_changes(layout, pawns, kings, inputs)
    }

    fn inputs_of_both(
        &self,
        position: &Position,
        layout: &ThreatLayout,
        white: &mut [u32],
        black: &mut [u32],
    ) -> [usize; 2] {
        self.level.threat_inputs_of_both(position, layout, white, black)
    }

    fn inputs_of_many(
        &self,
        positions: &[Position],
        layout: &ThreatLayout,
        perspectives: Perspectives,
        rows: &mut [i32],
        stride: usize,
        counts: &mut [u16],
    ) {
        self.level.batch_threat_inputs(positions, layout, perspectives, rows, stride, counts);
    }

    fn inputs_in_rows(
        &self,
        positions: &[Position],
        layout: &ThreatLayout,
        perspectives: Perspectives,
        offsets: &mut [usize],
        inputs: &mut [u32],
    ) -> usize {
        self.level.batch_threat_inputs_csr(positions, layout, perspectives, offsets, inputs)
    }
}
