//! Random positions: from random games, placed at random, and invalid ones.

use quadline_kernels::{Color, Position, Role, Setup, Square, reference};

use super::known::KNOWN;
use super::oracle;
use crate::boards::{Words, joined};

/// Returns a number below `limit`.
fn below(words: &mut Words, limit: usize) -> usize {
    ((words.word() >> 16) % limit as u64) as usize
}

/// Returns `true` once in `many` times on average.
fn one_in(words: &mut Words, many: usize) -> bool {
    below(words, many) == 0
}

/// Returns a random square of a set, or `None` if it is empty.
fn member(words: &mut Words, set: u64) -> Option<Square> {
    let chosen = below(words, set.count_ones().max(1) as usize);
    Square::ALL.into_iter().filter(|square| set & square.bit() != 0).nth(chosen)
}

/// Returns the starting position of Chess960 with these
/// [numbers](https://www.chessprogramming.org/Reinhard_Scharnagl) for White and Black. The number of standard
/// chess is 518.
pub fn chess960_start(white: usize, black: usize) -> Position {
    let mut setup =
        Setup { white: 0xffff, black: 0xffff << 48, pawns: 0xff << 8 | 0xff << 48, ..Setup::default() };
    for (number, rank) in [(white, 0), (black, 56)] {
        for (file, role) in back_rank(number % 960).into_iter().enumerate() {
            let square = 1 << (rank + file);
            match role {
                Role::Pawn => {}
                Role::Knight => setup.knights |= square,
                Role::Bishop => setup.bishops |= square,
                Role::Rook => setup.rooks |= square,
                Role::Queen => setup.queens |= square,
                Role::King => setup.kings |= square,
            }
        }
    }
    setup.castling_rooks = setup.rooks;
    Position::new(setup).expect("a start position")
}

fn back_rank(number: usize) -> [Role; 8] {
    let mut files = [None; 8];
    files[2 * (number % 4) + 1] = Some(Role::Bishop);
    files[2 * (number / 4 % 4)] = Some(Role::Bishop);
    let free = |files: &[Option<Role>; 8], index: usize| {
        (0..8).filter(|&file| files[file].is_none()).nth(index).expect("a free file")
    };
    let queen = free(&files, number / 16 % 6);
    files[queen] = Some(Role::Queen);
    const KNIGHTS: [(usize, usize); 10] =
        [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];
    let (one, other) = KNIGHTS[number / 96];
    for knight in [free(&files, one), free(&files, other)] {
        files[knight] = Some(Role::Knight);
    }
    for role in [Role::Rook, Role::King, Role::Rook] {
        let file = free(&files, 0);
        files[file] = Some(role);
    }
    files.map(|role| role.expect("eight pieces"))
}

/// Returns a starting position of standard chess or of Chess960 (for both sides the same or not), or a known
/// position.
pub fn start(words: &mut Words) -> Position {
    let number = below(words, 960);
    match below(words, 4) {
        0 => Position::START,
        1 => chess960_start(number, number),
        2 => chess960_start(number, below(words, 960)),
        _ => KNOWN[below(words, KNOWN.len())].position(),
    }
}

/// Returns the positions of a random game, from `start` to mate, stalemate or the limit of `moves`.
pub fn game(words: &mut Words, start: Position, moves: usize) -> impl Iterator<Item = Position> {
    let mut next = Some(start);
    (0..=moves).map_while(move |_| {
        let position = next?;
        let legal = oracle::legal_moves(&position);
        next = (!legal.is_empty()).then(|| oracle::play(&position, legal[below(words, legal.len())]));
        Some(position)
    })
}

/// Returns a position with random pieces of every role, few or many, with any checks, and with castling
/// rights and en passant square where possible.
pub fn placed(words: &mut Words) -> Position {
    attempt(words, |words| {
        let mut builder = Builder::with_kings(words);
        let (choice, bound) = (words.word() as u8, below(words, 4));
        let occupied = joined(choice, || words.word());
        for square in Square::ALL.into_iter().filter(|square| occupied & square.bit() != 0) {
            // Many sliders, many pawns, or many of everything.
            let role = match bound {
                0 => Role::PROMOTIONS[below(words, 4)],
                1 => Role::ALL[below(words, 2)],
                _ => Role::ALL[below(words, 5)],
            };
            let color = Color::ALL[below(words, 2)];
            builder.put(square, color, role);
        }
        builder.with_rights(words)
    })
}

/// Returns a position with a few pieces around the king of the side to move: on its lines, next to it, and
/// pawns that can be captured en passant. Checks, pins and their consequences are frequent in it.
pub fn sharp(words: &mut Words) -> Position {
    attempt(words, |words| {
        let mut builder = Builder::with_kings(words);
        let king = builder.kings[0];
        if one_in(words, 2) {
            builder.en_passant(words);
        }
        let lines = reference::queen_attacks(king, 0);
        for _ in 0..below(words, 6) {
            let Some(square) = member(words, lines) else { continue };
            let is_straight = reference::rook_attacks(king, 0) & square.bit() != 0;
            let slider = if is_straight { Role::Rook } else { Role::Bishop };
            builder.put(square, Color::Black, if one_in(words, 3) { Role::Queen } else { slider });
            // Half of the sliders are blocked.
            let way =
                reference::queen_attacks(king, square.bit()) & reference::queen_attacks(square, king.bit());
            if let Some(between) = member(words, way)
                && one_in(words, 2)
            {
                builder.put(between, Color::White, Role::ALL[below(words, 5)]);
            }
        }
        for _ in 0..below(words, 6) {
            let (square, color) = (words.square(), Color::ALL[below(words, 2)]);
            builder.put(square, color, Role::ALL[below(words, 5)]);
        }
        builder.with_rights(words)
    })
}

/// Returns a position after a double push, with a king and often a slider on a line through the pawn. If the
/// pawn is captured en passant, the line is open, or on a rank after both pawns have left it.
pub fn after_double_push(words: &mut Words) -> Position {
    loop {
        let position = attempt(words, |words| {
            let file = below(words, 8) as u8;
            let pawn = Square::new_masked(32 + file);
            let lines = reference::queen_attacks(pawn, 0);
            let king = member(words, lines & !(pawn.bit() << 8 | pawn.bit() << 16)).expect("a rank");
            let mut builder = Builder::with_king_on(words, king);
            builder.en_passant_on(file, words);
            let behind =
                lines & reference::queen_attacks(king, 0) & !reference::queen_attacks(king, pawn.bit());
            let is_straight = reference::rook_attacks(king, 0) & pawn.bit() != 0;
            let slider = if is_straight { Role::Rook } else { Role::Bishop };
            if let Some(square) = member(words, behind) {
                builder.put(square, Color::Black, if one_in(words, 3) { Role::Queen } else { slider });
            }
            for _ in 0..below(words, 4) {
                let (square, color) = (words.square(), Color::ALL[below(words, 2)]);
                builder.put(square, color, Role::ALL[below(words, 5)]);
            }
            builder.with_rights(words)
        });
        if position.en_passant().is_some() {
            return position;
        }
    }
}

/// Returns a position in which a double push may leave an en passant target.
pub fn before_double_push(words: &mut Words) -> Position {
    loop {
        let position = after_double_push(words);
        let mut setup = Setup::from(position);
        let target = setup.en_passant.take().expect("a target");
        // The target is between the origin and the destination.
        let both = target.bit() >> 8 | target.bit() << 8;
        setup.pawns ^= both;
        match position.side_to_move() {
            Color::White => setup.black ^= both,
            Color::Black => setup.white ^= both,
        }
        setup.side_to_move = position.side_to_move().opponent();
        if let Ok(position) = Position::new(setup) {
            return position;
        }
    }
}

/// Returns random words in which each square has at most one color and one role, with any number of kings and
/// pawns on any rank.
///
/// It is not a valid position, but its attacked squares are specified.
pub fn unruly(words: &mut Words) -> Position {
    let (white, black) = (words.board(), words.board());
    let mut free = white | black;
    let mut take = |words: &mut Words| {
        let taken = words.board() & free;
        free &= !taken;
        taken
    };
    let [pawns, knights, bishops, rooks, queens] = std::array::from_fn(|_| take(words));
    Position::new_unchecked(Setup {
        white,
        black: black & !white,
        pawns,
        knights,
        bishops,
        rooks,
        queens,
        // The remaining squares.
        kings: free,
        side_to_move: Color::ALL[below(words, 2)],
        castling_rooks: words.board(),
        en_passant: one_in(words, 2).then(|| words.square()),
    })
}

/// Returns the position that these words nearly represent, if there is one.
///
/// Each square is assigned to the first word that contains it, each side gets one king, and rights are kept
/// if king and rook allow them. Few words that a fuzzer generates are a position without that.
pub fn tidied(words: &Position) -> Option<Position> {
    let mut setup = Setup::from(*words);
    setup.black &= !setup.white;
    setup.kings = [setup.white, setup.black]
        .into_iter()
        .filter_map(|own| Square::lowest(setup.kings & own).or(Square::lowest(own)))
        .fold(0, |kings, king| kings | king.bit());
    let mut free = (setup.white | setup.black) & !setup.kings;
    let outer_ranks = Color::White.back_rank() | Color::Black.back_rank();
    setup.pawns &= !outer_ranks;
    for role in
        [&mut setup.pawns, &mut setup.knights, &mut setup.bishops, &mut setup.rooks, &mut setup.queens]
    {
        *role &= free;
        free &= !*role;
    }
    setup.white &= !free;
    setup.black &= !free;
    let claimed = setup.castling_rooks;
    setup.castling_rooks = 0;
    for (color, own) in [(Color::White, setup.white), (Color::Black, setup.black)] {
        let Some(king) = Square::lowest(setup.kings & own & color.back_rank()) else { continue };
        for wing in [king.bit() - 1, !(king.bit() - 1)] {
            let rook = Square::lowest(claimed & setup.rooks & own & color.back_rank() & wing);
            setup.castling_rooks |= rook.map_or(0, Square::bit);
        }
    }
    let without_target = Setup { en_passant: None, ..setup };
    Position::new(setup).or_else(|_| Position::new(without_target)).ok()
}

/// Returns random words, for which functions must not panic.
pub fn nonsense(words: &mut Words) -> Position {
    Position::from_words(std::array::from_fn(|_| words.board()))
}

/// Returns a position without the king of one side or of both, or an empty one, which readers of FENs may
/// leave after an error.
pub fn without_king(words: &mut Words) -> Position {
    let position = position(words);
    let missing = match below(words, 4) {
        0 => position.white(),
        1 => position.black(),
        2 => position.occupied(),
        _ => return Position::from_words([0; 8]),
    } & position.kings();
    let mut setup = Setup::from(position);
    for squares in [&mut setup.white, &mut setup.black, &mut setup.kings] {
        *squares &= !missing;
    }
    Position::new_unchecked(setup)
}

/// Returns a valid position: from a game, placed or sharp.
pub fn position(words: &mut Words) -> Position {
    match below(words, 4) {
        0 => {
            let (start, moves) = (start(words), below(words, 60));
            game(words, start, moves).last().expect("the start")
        }
        1 => placed(words),
        _ => sharp(words),
    }
}

/// Repeats until the setup is valid.
fn attempt(words: &mut Words, mut setup: impl FnMut(&mut Words) -> Setup) -> Position {
    loop {
        let setup = setup(words);
        // It is often valid for one of the sides to move.
        if let Ok(position) = Position::new(setup) {
            return if one_in(words, 2) { position } else { position.mirrored() };
        }
    }
}

/// Puts pieces on empty squares, with White to move.
struct Builder {
    setup: Setup,
    kings: [Square; 2],
}

impl Builder {
    fn with_kings(words: &mut Words) -> Self {
        let mut king = words.square();
        if one_in(words, 3) {
            king = Square::new_masked(king.file());
        }
        Self::with_king_on(words, king)
    }

    fn with_king_on(words: &mut Words, king: Square) -> Self {
        let other =
            member(words, !(king.bit() | reference::queen_attacks(king, u64::MAX))).expect("a free square");
        let kings = [king, other];
        let mut builder = Self { setup: Setup::default(), kings };
        for (color, king) in Color::ALL.into_iter().zip(kings) {
            builder.put(king, color, Role::King);
        }
        builder
    }

    fn put(&mut self, square: Square, color: Color, role: Role) {
        let (bit, setup) = (square.bit(), &mut self.setup);
        let outer = role == Role::Pawn && matches!(square.rank(), 0 | 7);
        if outer || (setup.white | setup.black) & bit != 0 {
            return;
        }
        match color {
            Color::White => setup.white |= bit,
            Color::Black => setup.black |= bit,
        }
        match role {
            Role::Pawn => setup.pawns |= bit,
            Role::Knight => setup.knights |= bit,
            Role::Bishop => setup.bishops |= bit,
            Role::Rook => setup.rooks |= bit,
            Role::Queen => setup.queens |= bit,
            Role::King => setup.kings |= bit,
        }
    }

    /// Adds a black pawn that has just made a double push, and white pawns next to it.
    fn en_passant(&mut self, words: &mut Words) {
        let file = below(words, 8) as u8;
        self.en_passant_on(file, words);
    }

    fn en_passant_on(&mut self, file: u8, words: &mut Words) {
        let on = |rank: u8, file: u8| Square::new_masked(8 * rank + file);
        if [on(4, file), on(5, file), on(6, file)].iter().any(|square| self.kings.contains(square)) {
            return;
        }
        self.put(on(4, file), Color::Black, Role::Pawn);
        self.setup.en_passant = Some(on(5, file));
        if file > 0 && !one_in(words, 3) {
            self.put(on(4, file - 1), Color::White, Role::Pawn);
        }
        if file < 7 && !one_in(words, 3) {
            self.put(on(4, file + 1), Color::White, Role::Pawn);
        }
    }

    /// Adds some rooks, and castling rights for both sides where king and rook allow them.
    fn with_rights(mut self, words: &mut Words) -> Setup {
        if self.setup.en_passant.is_none() && one_in(words, 4) {
            self.en_passant(words);
        }
        for (color, king) in Color::ALL.into_iter().zip(self.kings) {
            if king.bit() & color.back_rank() == 0 {
                continue;
            }
            for _ in 0..below(words, 3) {
                let square = member(words, color.back_rank()).expect("a rank");
                self.put(square, color, Role::Rook);
            }
            let own = if color == Color::White { self.setup.white } else { self.setup.black };
            let rooks = self.setup.rooks & own & color.back_rank();
            for wing in [king.bit() - 1, !(king.bit() - 1)] {
                if !one_in(words, 3)
                    && let Some(rook) = member(words, rooks & wing)
                {
                    self.setup.castling_rooks |= rook.bit();
                }
            }
        }
        // A piece that was added later may be in the way of the pawn.
        if let Some(square) = self.setup.en_passant {
            let way = square.bit() | square.bit() << 8;
            if (self.setup.white | self.setup.black) & way != 0 {
                self.setup.en_passant = None;
            }
        }
        self.setup
    }
}
