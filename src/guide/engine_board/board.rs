use quadline::fen::Fen;
use quadline::{
    Color, Move, MoveList, MoveSet, Outcome, ParseFenError, Piece, Position, Role, Square, ZobristKeys,
    between, constant, king_attacks, knight_attacks,
};

pub const KEYS: &ZobristKeys = &ZobristKeys::DEFAULT;

/// The moves that can be taken back, at places by the difference that they make to the key: byte of the
/// piece, lower square and higher square in 16 bits. 16 KiB, less than half of it used.
static REVERSIBLE: [u16; 8192] = {
    let (mut table, mut byte) = ([0; 8192], 0);
    while byte < 16 {
        let mut from = 0;
        while from < 64 {
            let square = Square::new_masked(from);
            let attacks = match Piece::from_byte(byte) {
                Some(piece) => match piece.role() {
                    Role::Pawn => 0,
                    Role::Knight => knight_attacks(square),
                    Role::Bishop => constant::bishop_attacks(square, 0),
                    Role::Rook => constant::rook_attacks(square, 0),
                    Role::Queen => constant::queen_attacks(square, 0),
                    Role::King => king_attacks(square),
                },
                None => 0,
            };
            // Each pair of squares once.
            let mut higher = attacks & (u64::MAX << from);
            while let (Some(to), Some(piece)) = (Square::lowest(higher), Piece::from_byte(byte)) {
                let mut place = difference(piece, square, to) as usize % table.len();
                while table[place] != 0 {
                    place = (place + 1) % table.len();
                }
                table[place] = (byte as u16) << 12 | (from as u16) << 6 | to.index() as u16;
                higher &= higher - 1;
            }
            from += 1;
        }
        byte += 1;
    }
    table
};

/// Returns the difference between the keys before and after a move that captures nothing.
const fn difference(piece: Piece, from: Square, to: Square) -> u64 {
    KEYS.of_piece(piece, from) ^ KEYS.of_piece(piece, to) ^ KEYS.of_white_to_move()
}

/// Returns the move that makes a difference to the key, if there is one: its piece, and its squares.
fn reversible_move(key: u64) -> Option<(Piece, Square, Square)> {
    let places = (key as usize % REVERSIBLE.len()..REVERSIBLE.len()).chain(0..REVERSIBLE.len());
    let found = places.map(|place| REVERSIBLE[place]).take_while(|&entry| entry != 0).map(|entry| {
        let piece = Piece::from_byte((entry >> 12) as u8)?;
        Some((piece, Square::new_masked((entry >> 6) as u8 & 63), Square::new_masked(entry as u8 & 63)))
    });
    found.flatten().find(|&(piece, from, to)| difference(piece, from, to) == key)
}

/// How a game has ended, by the rules of the board or of the history.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    Board(Outcome),
    FiftyMoves,
    Repetition,
}

/// A position with its counters and its key. A search copies it for each move.
#[derive(Clone, Copy, Debug)]
pub struct Board {
    pub fen: Fen,
    pub key: u64,
}

impl Board {
    pub fn new(fen: Fen) -> Self {
        Self { fen, key: KEYS.key(&fen.position) }
    }

    pub fn position(&self) -> &Position {
        &self.fen.position
    }

    /// Returns the board after a legal move. The key is updated by the squares that change.
    pub fn play(&self, chess_move: Move) -> Self {
        let fen = self.fen.play(chess_move);
        Self { fen, key: KEYS.update(self.key, self.position(), &fen.position) }
    }

    /// Returns the board after passing, or `None` in check.
    pub fn pass(&self) -> Option<Self> {
        let position = self.position().null_move()?;
        let halfmove_clock = self.fen.halfmove_clock + 1;
        let key = KEYS.update(self.key, self.position(), &position);
        Some(Self { fen: Fen { position, halfmove_clock, ..self.fen }, key })
    }

    pub fn in_check(&self) -> bool {
        self.position().in_check()
    }

    /// Returns the moves of a quiescence search: all of them in check, otherwise those that change material.
    pub fn noisy_moves(&self) -> MoveList {
        let set = if self.in_check() { MoveSet::ALL } else { MoveSet::CAPTURES | MoveSet::PROMOTIONS };
        self.position().moves_of(set)
    }

    /// Returns the captures, the most valuable victim first, then the other moves.
    pub fn ordered_moves(&self) -> MoveList {
        let mut moves = self.position().moves();
        moves.sort_by_key(|&each| self.position().captured(each).map_or(0, |role| -(role as i32) - 1));
        moves
    }

    pub fn pieces(&self, color: Color, role: Role) -> u64 {
        self.position().pieces(color, role)
    }

    /// Returns whether a side has a piece other than pawns and the king, without which passing is too risky.
    pub fn has_pieces(&self, color: Color) -> bool {
        [Role::Knight, Role::Bishop, Role::Rook, Role::Queen]
            .into_iter()
            .any(|role| self.pieces(color, role) != 0)
    }
}

/// A game: its board, and the keys of all positions before it.
#[derive(Clone, Debug)]
pub struct Game {
    pub board: Board,
    pub keys: Vec<u64>,
}

impl Game {
    pub fn new(fen: &str) -> Result<Self, ParseFenError> {
        Ok(Self { board: Board::new(fen.parse()?), keys: Vec::new() })
    }

    pub fn play(&mut self, chess_move: Move) {
        self.keys.push(self.board.key);
        self.board = self.board.play(chess_move);
        // Positions before a capture or a move of a pawn cannot occur again.
        if self.board.fen.halfmove_clock == 0 {
            self.keys.clear();
        }
    }

    /// Plays the move of a user interface, and returns whether it is legal.
    pub fn play_squares(&mut self, from: Square, to: Square, promotion: Option<Role>) -> bool {
        let chess_move = self.board.position().move_of(from, to, promotion);
        chess_move.map(|each| self.play(each)).is_some()
    }

    /// Plays the moves of the UCI command `position`, up to the first that is not legal.
    pub fn play_uci(&mut self, moves: &str) -> Result<(), String> {
        for text in moves.split_whitespace() {
            let position = self.board.position();
            let chess_move = position.parse_uci(text).map_err(|error| error.to_string())?;
            if !position.is_legal(chess_move) {
                return Err(format!("{text} is not legal in {position}"));
            }
            self.play(chess_move);
        }
        Ok(())
    }

    /// Returns how often the position has occurred before. Only every other one has the same side to move.
    pub fn repetitions(&self) -> usize {
        self.keys.iter().rev().skip(1).step_by(2).filter(|&&key| key == self.board.key).count()
    }

    /// Returns whether the side to move can repeat a position, so that the value of the node is at least that
    /// of a draw. Engines call this an upcoming repetition (Marcel van Kervinck, 2013). A move that leaves the
    /// king in check counts too, because such positions are rare.
    pub fn can_repeat(&self) -> bool {
        let position = self.board.position();
        // A move leads to a position with the other side to move, at least three plies ago.
        self.keys.iter().rev().skip(2).step_by(2).any(|&key| {
            reversible_move(self.board.key ^ key).is_some_and(|(piece, from, to)| {
                piece.color() == position.side_to_move() && between(from, to) & position.occupied() == 0
            })
        })
    }

    /// Returns how the game has ended, if it has. A checkmate ends the game even if the clock has run out.
    pub fn end(&self) -> Option<End> {
        if let Some(outcome) = self.board.position().outcome() {
            Some(End::Board(outcome))
        } else if self.board.fen.halfmove_clock >= 100 {
            Some(End::FiftyMoves)
        } else if self.repetitions() >= 2 {
            Some(End::Repetition)
        } else {
            None
        }
    }
}
