//! What is true of every kernel: each property once, for the exhaustive suite, for quickcheck and for the fuzz targets.
//!
//! A property is a function `prop_…` that panics where it does not hold, names the kernel, and draws the boards. It asks
//! a kernel through [`Single`] or [`Batch`], which [`Kernels::of_this_cpu`] makes of everything that
//! [`visit_kernels`](crate::level::visit_kernels) shows: a kernel that is added there is proved without a line here.

use core::fmt::Write;
use core::marker::PhantomData;
use core::ops::Range;
use std::boxed::Box;
use std::format;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::string::{String, ToString};
use std::sync::OnceLock;
use std::vec;
use std::vec::Vec;

use crate::batch::{BatchFormula, Bishops, Boards, OneBoard, Queens, Rooks, RooksAndBishops, Sink};
use crate::formula::Formula;
use crate::lanes::Lanes;
use crate::level::{self, KernelVisitor, Level, WithLevel};
use crate::{Bitboard, Line, LineAttacks, Sliders, Square, reference};

/// A kernel for one slider.
pub trait Single: Send + Sync {
    /// Level, layout and formula: `avx2/single/sbamg`.
    fn name(&self) -> &str;
    /// The bytes of the tables it reads.
    fn table_bytes(&self) -> usize;
    /// The attacks along all four lines.
    fn queen_attacks_x4(&self, square: Square, occupied: u64) -> LineAttacks;
    /// The attacks of a rook.
    fn rook_attacks(&self, square: Square, occupied: u64) -> u64;
    /// The attacks of a bishop.
    fn bishop_attacks(&self, square: Square, occupied: u64) -> u64;
    /// The attacks of a queen.
    fn queen_attacks(&self, square: Square, occupied: u64) -> u64;
}

/// A kernel for many samples.
pub trait Batch: Send + Sync {
    /// Level, layout and formula: `avx2/lines/sbamg`.
    fn name(&self) -> &str;
    /// The bytes of the tables and buffers it touches.
    fn table_bytes(&self) -> usize;
    /// The attacks of a rook on each square, each on its own board.
    fn rook_attacks(&self, squares: &[Square], occupied: &[u64], attacks: &mut [u64]);
    /// The attacks of a bishop on each square, each on its own board.
    fn bishop_attacks(&self, squares: &[Square], occupied: &[u64], attacks: &mut [u64]);
    /// The attacks of a queen on each square, each on its own board.
    fn queen_attacks(&self, squares: &[Square], occupied: &[u64], attacks: &mut [u64]);
    /// The attacks of a rook and of a bishop on each square, apart.
    fn rook_and_bishop_attacks(
        &self,
        squares: &[Square],
        occupied: &[u64],
        rook: &mut [u64],
        bishop: &mut [u64],
    );
    /// The attacks of a rook on each square of one board.
    fn rook_attacks_on(&self, occupied: u64, squares: &[Square], attacks: &mut [u64]);
    /// The attacks of a bishop on each square of one board.
    fn bishop_attacks_on(&self, occupied: u64, squares: &[Square], attacks: &mut [u64]);
    /// The attacks of a queen on each square of one board.
    fn queen_attacks_on(&self, occupied: u64, squares: &[Square], attacks: &mut [u64]);
}

/// All sliders of a position, and of many, in one call.
pub trait Positions: Send + Sync {
    /// Level and what it is: `avx2/positions/default`.
    fn name(&self) -> &str;
    /// The attacks of all sliders of a position, and their union.
    fn slider_attacks(&self, sliders: &Sliders, attacks: &mut [u64]) -> u64;
    /// The attacks of all sliders of many positions, and the union for each.
    fn slider_attacks_of_many(&self, positions: &[Sliders], attacks: &mut [u64], unions: &mut [u64]);
}

/// All kernels of the levels that this CPU has.
pub struct Kernels {
    /// The kernels for one slider, best level first.
    pub singles: Vec<Box<dyn Single>>,
    /// The kernels for many sliders, best level first.
    pub batches: Vec<Box<dyn Batch>>,
    /// The position calls of each level, best level first.
    pub positions: Vec<Box<dyn Positions>>,
    /// The levels that are there, best first.
    pub levels: Vec<&'static str>,
    /// The levels that the build knows and this CPU lacks.
    pub skipped: Vec<&'static str>,
}

impl Kernels {
    /// The kernels of this CPU, collected once.
    pub fn of_this_cpu() -> &'static Self {
        static KERNELS: OnceLock<Kernels> = OnceLock::new();
        KERNELS.get_or_init(|| {
            let mut kernels = Self {
                singles: Vec::new(),
                batches: Vec::new(),
                positions: Vec::new(),
                levels: Vec::new(),
                skipped: Vec::new(),
            };
            level::visit_kernels(&mut kernels);
            for level in level::available() {
                kernels.levels.push(level.name());
                level.run(AddDefaults(&mut kernels));
            }
            kernels
        })
    }
}

impl KernelVisitor for Kernels {
    fn lines<L: Level, F: Formula<L>>(&mut self, level: L) {
        let name = format!("{}/single/{}", L::NAME, F::NAME);
        self.singles.push(Box::new(OfFormula::<L, F> { name, level, formula: PhantomData }));
    }

    fn batch<L: Level, B: BatchFormula<L>>(&mut self, level: L) {
        let name = format!("{}/{}/{}", L::NAME, B::LAYOUT, B::NAME);
        self.batches.push(Box::new(OfFormula::<L, B> { name, level, formula: PhantomData }));
    }

    fn skipped(&mut self, level: &'static str) {
        self.skipped.push(level);
    }
}

/// A formula at a level.
struct OfFormula<L, F> {
    name: String,
    level: L,
    formula: PhantomData<fn() -> F>,
}

impl<L: Level, F: Formula<L>> Single for OfFormula<L, F> {
    fn name(&self) -> &str {
        &self.name
    }

    fn table_bytes(&self) -> usize {
        F::TABLE_BYTES
    }

    fn queen_attacks_x4(&self, square: Square, occupied: u64) -> LineAttacks {
        self.level.vectorize(
            #[inline(always)]
            || F::queen_attacks_x4(self.level, square, occupied),
        )
    }

    fn rook_attacks(&self, square: Square, occupied: u64) -> u64 {
        self.level.vectorize(
            #[inline(always)]
            || F::rook_attacks(self.level, square, occupied),
        )
    }

    fn bishop_attacks(&self, square: Square, occupied: u64) -> u64 {
        self.level.vectorize(
            #[inline(always)]
            || F::bishop_attacks(self.level, square, occupied),
        )
    }

    fn queen_attacks(&self, square: Square, occupied: u64) -> u64 {
        self.level.vectorize(
            #[inline(always)]
            || F::queen_attacks(self.level, square, occupied),
        )
    }
}

/// One board for each slider, or one for all, chosen at run time.
#[derive(Clone, Copy)]
enum AnyBoards<'a> {
    Each(&'a [u64]),
    One(OneBoard),
}

/// Forwards a method to the boards of either kind.
macro_rules! either {
    ($boards:expr, $inner:ident => $call:expr) => {
        match $boards {
            AnyBoards::Each($inner) => $call,
            AnyBoards::One($inner) => $call,
        }
    };
}

impl Boards for AnyBoards<'_> {
    fn board(self, index: usize) -> u64 {
        either!(self, boards => boards.board(index))
    }

    fn rank(self, index: usize, rank: u8) -> u8 {
        either!(self, boards => boards.rank(index, rank))
    }

    #[inline(always)]
    fn load<V: Lanes>(self, token: V::Token, start: usize) -> V {
        either!(self, boards => boards.load(token, start))
    }

    fn load_some<V: Lanes>(self, token: V::Token, start: usize, count: usize) -> V {
        either!(self, boards => boards.load_some(token, start, count))
    }

    fn part(self, start: usize, count: usize) -> Self {
        match self {
            Self::Each(boards) => Self::Each(boards.part(start, count)),
            Self::One(board) => Self::One(board),
        }
    }
}

/// Any of the sinks, chosen at run time.
enum AnySink<'a> {
    Rooks(&'a mut [u64]),
    Bishops(&'a mut [u64]),
    Queens(&'a mut [u64]),
    RooksAndBishops(&'a mut [u64], &'a mut [u64]),
}

impl Sink for AnySink<'_> {
    fn store_one(&mut self, index: usize, rook: u64, bishop: u64) {
        match self {
            Self::Rooks(attacks) => Rooks(attacks).store_one(index, rook, bishop),
            Self::Bishops(attacks) => Bishops(attacks).store_one(index, rook, bishop),
            Self::Queens(attacks) => Queens(attacks).store_one(index, rook, bishop),
            Self::RooksAndBishops(rooks, bishops) => {
                RooksAndBishops(rooks, bishops).store_one(index, rook, bishop);
            }
        }
    }

    #[inline(always)]
    fn store<V: Lanes>(&mut self, token: V::Token, start: usize, rook: V, bishop: V) {
        match self {
            Self::Rooks(attacks) => Rooks(attacks).store(token, start, rook, bishop),
            Self::Bishops(attacks) => Bishops(attacks).store(token, start, rook, bishop),
            Self::Queens(attacks) => Queens(attacks).store(token, start, rook, bishop),
            Self::RooksAndBishops(rooks, bishops) => {
                RooksAndBishops(rooks, bishops).store(token, start, rook, bishop);
            }
        }
    }

    fn part(&mut self, start: usize, count: usize) -> impl Sink {
        let part = start..start + count;
        match self {
            Self::Rooks(attacks) => AnySink::Rooks(&mut attacks[part]),
            Self::Bishops(attacks) => AnySink::Bishops(&mut attacks[part]),
            Self::Queens(attacks) => AnySink::Queens(&mut attacks[part]),
            Self::RooksAndBishops(rooks, bishops) => {
                AnySink::RooksAndBishops(&mut rooks[part.clone()], &mut bishops[part])
            }
        }
    }
}

impl<L: Level, B: BatchFormula<L>> OfFormula<L, B> {
    /// The kernel's loop, once for all entry points: compiled for each of them, the list of kernels would take minutes. The
    /// defaults of the levels are asked through their real entry points, which are the same for all formulas.
    fn run(&self, squares: &[Square], boards: AnyBoards<'_>, sink: AnySink<'_>) {
        B::vectorized(self.level, squares, boards, sink);
    }
}

impl<L: Level, B: BatchFormula<L>> Batch for OfFormula<L, B> {
    fn name(&self) -> &str {
        &self.name
    }

    fn table_bytes(&self) -> usize {
        B::TABLE_BYTES
    }

    fn rook_attacks(&self, squares: &[Square], occupied: &[u64], attacks: &mut [u64]) {
        self.run(squares, AnyBoards::Each(occupied), AnySink::Rooks(attacks));
    }

    fn bishop_attacks(&self, squares: &[Square], occupied: &[u64], attacks: &mut [u64]) {
        self.run(squares, AnyBoards::Each(occupied), AnySink::Bishops(attacks));
    }

    fn queen_attacks(&self, squares: &[Square], occupied: &[u64], attacks: &mut [u64]) {
        self.run(squares, AnyBoards::Each(occupied), AnySink::Queens(attacks));
    }

    fn rook_and_bishop_attacks(
        &self,
        squares: &[Square],
        occupied: &[u64],
        rook: &mut [u64],
        bishop: &mut [u64],
    ) {
        self.run(squares, AnyBoards::Each(occupied), AnySink::RooksAndBishops(rook, bishop));
    }

    fn rook_attacks_on(&self, occupied: u64, squares: &[Square], attacks: &mut [u64]) {
        self.run(squares, AnyBoards::One(OneBoard(occupied)), AnySink::Rooks(attacks));
    }

    fn bishop_attacks_on(&self, occupied: u64, squares: &[Square], attacks: &mut [u64]) {
        self.run(squares, AnyBoards::One(OneBoard(occupied)), AnySink::Bishops(attacks));
    }

    fn queen_attacks_on(&self, occupied: u64, squares: &[Square], attacks: &mut [u64]) {
        self.run(squares, AnyBoards::One(OneBoard(occupied)), AnySink::Queens(attacks));
    }
}

/// Implements [`Batch`] by the methods of a level.
macro_rules! batch_by_methods {
    ($(fn $name:ident => $method:ident($($argument:ident: $type:ty),* $(,)?);)*) => {
        impl<L: Level> Batch for OfLevel<L> {
            fn name(&self) -> &str {
                &self.name
            }

            fn table_bytes(&self) -> usize {
                L::Batch::TABLE_BYTES
            }

            $(fn $name(&self, $($argument: $type),*) {
                self.level.$method($($argument),*);
            })*
        }
    };
}

batch_by_methods! {
    fn rook_attacks => batch_rook_attacks(squares: &[Square], occupied: &[u64], attacks: &mut [u64]);
    fn bishop_attacks => batch_bishop_attacks(squares: &[Square], occupied: &[u64], attacks: &mut [u64]);
    fn queen_attacks => batch_queen_attacks(squares: &[Square], occupied: &[u64], attacks: &mut [u64]);
    fn rook_and_bishop_attacks => batch_rook_and_bishop_attacks(
        squares: &[Square], occupied: &[u64], rook: &mut [u64], bishop: &mut [u64],
    );
    fn rook_attacks_on => batch_rook_attacks_on(occupied: u64, squares: &[Square], attacks: &mut [u64]);
    fn bishop_attacks_on => batch_bishop_attacks_on(occupied: u64, squares: &[Square], attacks: &mut [u64]);
    fn queen_attacks_on => batch_queen_attacks_on(occupied: u64, squares: &[Square], attacks: &mut [u64]);
}

/// The methods of a level itself, which stand for its default formulas.
struct OfLevel<L> {
    name: String,
    level: L,
}

impl<L: Level> Single for OfLevel<L> {
    fn name(&self) -> &str {
        &self.name
    }

    fn table_bytes(&self) -> usize {
        L::Single::TABLE_BYTES
    }

    fn queen_attacks_x4(&self, square: Square, occupied: u64) -> LineAttacks {
        self.level.queen_attacks_x4(square, occupied)
    }

    fn rook_attacks(&self, square: Square, occupied: u64) -> u64 {
        self.level.rook_attacks(square, occupied)
    }

    fn bishop_attacks(&self, square: Square, occupied: u64) -> u64 {
        self.level.bishop_attacks(square, occupied)
    }

    fn queen_attacks(&self, square: Square, occupied: u64) -> u64 {
        self.level.queen_attacks(square, occupied)
    }
}

impl<L: Level> Positions for OfLevel<L> {
    fn name(&self) -> &str {
        &self.name
    }

    fn slider_attacks(&self, sliders: &Sliders, attacks: &mut [u64]) -> u64 {
        self.level.slider_attacks(sliders, attacks)
    }

    fn slider_attacks_of_many(&self, positions: &[Sliders], attacks: &mut [u64], unions: &mut [u64]) {
        self.level.slider_attacks_of_many(positions, attacks, unions);
    }
}

struct AddDefaults<'a>(&'a mut Kernels);

impl WithLevel for AddDefaults<'_> {
    type Output = ();

    fn with_level<L: Level>(self, level: L) {
        self.0.singles.push(Box::new(OfLevel { name: format!("{}/single/default", L::NAME), level }));
        self.0.batches.push(Box::new(OfLevel { name: format!("{}/batch/default", L::NAME), level }));
        self.0.positions.push(Box::new(OfLevel { name: format!("{}/positions/default", L::NAME), level }));
    }
}

/// Panics unless the boards are equal, and draws them beside the occupancy.
#[inline]
#[track_caller]
fn assert_same(kernel: &str, what: &str, square: Square, occupied: u64, found: u64, expected: u64) {
    if found != expected {
        differ(kernel, what, square, occupied, found, expected);
    }
}

#[cold]
#[track_caller]
fn differ(kernel: &str, what: &str, square: Square, occupied: u64, found: u64, expected: u64) -> ! {
    let boards = [("occupied", occupied), ("expected", expected), ("found", found)];
    panic!("{kernel}: {what}, slider on {square}\n{}", draw(&boards));
}

/// Draws boards side by side, each below its name and its number.
pub fn draw(boards: &[(&str, u64)]) -> String {
    let mut drawing = String::new();
    let mut row = |cell: &dyn Fn(&str, u64) -> String| {
        let cells: Vec<String> =
            boards.iter().map(|&(name, board)| format!("{:<20}", cell(name, board))).collect();
        writeln!(drawing, "{}", cells.concat().trim_end()).expect("a string takes everything");
    };
    row(&|name, _| name.to_string());
    row(&|_, board| format!("{board:#018x}"));
    for rank in 0..8 {
        row(&|_, board| Bitboard(board).to_string().lines().nth(rank).unwrap_or_default().to_string());
    }
    drawing
}

/// Every call gives what the ray walk gives.
pub fn prop_equals_oracle(kernel: &dyn Single, square: Square, occupied: u64) {
    prop_equals(kernel, square, occupied, reference::queen_attacks_x4(square, occupied));
}

/// Every call gives the attacks that are known already.
#[inline]
pub fn prop_equals(kernel: &dyn Single, square: Square, occupied: u64, expected: LineAttacks) {
    let same = |what, found, expected| assert_same(kernel.name(), what, square, occupied, found, expected);
    let found = kernel.queen_attacks_x4(square, occupied);
    same("rank of queen_attacks_x4", found.rank(), expected.rank());
    same("file of queen_attacks_x4", found.file(), expected.file());
    same("diagonal of queen_attacks_x4", found.diagonal(), expected.diagonal());
    same("antidiagonal of queen_attacks_x4", found.antidiagonal(), expected.antidiagonal());
    let rook = expected.rank() | expected.file();
    let bishop = expected.diagonal() | expected.antidiagonal();
    same("rook_attacks", kernel.rook_attacks(square, occupied), rook);
    same("bishop_attacks", kernel.bishop_attacks(square, occupied), bishop);
    same("queen_attacks", kernel.queen_attacks(square, occupied), rook | bishop);
}

/// The four lines share no square, none holds the slider's, and together they are the queen.
pub fn prop_four_lines_make_the_queen(kernel: &dyn Single, square: Square, occupied: u64) {
    let same = |what, found, expected| assert_same(kernel.name(), what, square, occupied, found, expected);
    let attacks = kernel.queen_attacks_x4(square, occupied);
    let mut seen = 1 << square.index();
    for line in Line::ALL {
        same("squares of a line that are the slider's or of a line before", attacks.line(line) & seen, 0);
        seen |= attacks.line(line);
    }
    let queen = seen ^ 1 << square.index();
    same("LineAttacks::queen against the four lines", attacks.queen(), queen);
    same("queen_attacks against the four lines", kernel.queen_attacks(square, occupied), queen);
    let rook = kernel.rook_attacks(square, occupied);
    let bishop = kernel.bishop_attacks(square, occupied);
    same("rook_attacks against rank and file", rook, attacks.to_array()[0] | attacks.to_array()[1]);
    same("bishop_attacks against the diagonals", bishop, attacks.to_array()[2] | attacks.to_array()[3]);
    same("LineAttacks::rook", attacks.rook(), rook);
    same("LineAttacks::bishop", attacks.bishop(), bishop);
}

/// Squares off a line never matter for it: here they are replaced by those of another board.
pub fn prop_only_the_line_matters(kernel: &dyn Single, square: Square, occupied: u64, elsewhere: u64) {
    let attacks = kernel.queen_attacks_x4(square, occupied);
    for line in Line::ALL {
        let on_the_line = reference::line_attacks(square, line, 0);
        let changed = occupied & on_the_line | elsewhere & !on_the_line;
        let found = kernel.queen_attacks_x4(square, changed).line(line);
        let what = "a line after squares off it were changed";
        assert_same(kernel.name(), what, square, changed, found, attacks.line(line));
    }
}

/// Steps of files and ranks to the eight neighbours.
const DIRECTIONS: [(i8, i8); 8] = [(1, 0), (0, 1), (1, 1), (-1, 1), (-1, 0), (0, -1), (-1, -1), (1, -1)];

/// The squares of a ray, the nearest first, whatever is on them.
fn ray(square: Square, (files, ranks): (i8, i8)) -> impl Iterator<Item = Square> {
    let step = move |square: &Square| {
        let file = square.file().checked_add_signed(files).filter(|&file| file < 8)?;
        let rank = square.rank().checked_add_signed(ranks).filter(|&rank| rank < 8)?;
        Square::new(8 * rank + file)
    };
    core::iter::successors(step(&square), step)
}

/// The slider's own square, and the last square of every ray, never matter.
pub fn prop_slider_and_edges_never_matter(kernel: &dyn Single, square: Square, occupied: u64, toggled: u64) {
    let lasts = DIRECTIONS.into_iter().filter_map(|direction| ray(square, direction).last());
    let free = lasts.fold(1 << square.index(), |free, last| free | 1 << last.index());
    let expected = kernel.queen_attacks_x4(square, occupied);
    for changed in [occupied ^ toggled & free, occupied ^ free, occupied | free, occupied & !free] {
        let found = kernel.queen_attacks_x4(square, changed);
        for line in Line::ALL {
            let what = "a line after the slider's square and the last squares were changed";
            assert_same(kernel.name(), what, square, changed, found.line(line), expected.line(line));
        }
    }
}

/// One of the eight symmetries of the board: bit 0 mirrors the files, bit 1 the ranks, bit 2 then swaps both.
fn moved(symmetry: u8, square: Square) -> Square {
    let (mut file, mut rank) = (square.file(), square.rank());
    if symmetry & 1 != 0 {
        file = 7 - file;
    }
    if symmetry & 2 != 0 {
        rank = 7 - rank;
    }
    if symmetry & 4 != 0 {
        (file, rank) = (rank, file);
    }
    Square::new_masked(8 * rank + file)
}

/// A board under one of the eight symmetries, square by square.
fn moved_board(symmetry: u8, board: u64) -> u64 {
    let members = Square::ALL.into_iter().filter(|square| board >> square.index() & 1 == 1);
    members.fold(0, |moved_board, square| moved_board | 1 << moved(symmetry, square).index())
}

/// Turning and mirroring the board turns and mirrors the attacks, line by line.
pub fn prop_symmetric(kernel: &dyn Single, square: Square, occupied: u64) {
    let attacks = kernel.queen_attacks_x4(square, occupied);
    for symmetry in 0..8 {
        let [mut rank, mut file, mut diagonal, mut antidiagonal] =
            attacks.to_array().map(|line| moved_board(symmetry, line));
        if symmetry & 4 != 0 {
            (rank, file) = (file, rank);
        }
        if matches!(symmetry & 3, 1 | 2) {
            (diagonal, antidiagonal) = (antidiagonal, diagonal);
        }
        let (square, occupied) = (moved(symmetry, square), moved_board(symmetry, occupied));
        let found = kernel.queen_attacks_x4(square, occupied);
        for (line, expected) in Line::ALL.into_iter().zip([rank, file, diagonal, antidiagonal]) {
            let what = "a line of the board turned or mirrored";
            assert_same(kernel.name(), what, square, occupied, found.line(line), expected);
        }
    }
}

/// With both on the board, one square attacks the other exactly if the other attacks it.
pub fn prop_attack_is_mutual(kernel: &dyn Single, square: Square, occupied: u64) {
    for line in Line::ALL {
        for other in Square::ALL {
            if reference::line_attacks(square, line, 0) >> other.index() & 1 == 0 {
                continue;
            }
            let both = occupied | 1 << square.index() | 1 << other.index();
            let there = kernel.queen_attacks_x4(square, both).line(line) >> other.index() & 1;
            let back = kernel.queen_attacks_x4(other, both).line(line) >> square.index() & 1;
            assert!(
                there == back,
                "{}: {square} attacks {other}: {}; {other} attacks {square}: {}\n{}",
                kernel.name(),
                there == 1,
                back == 1,
                draw(&[("occupied", both)])
            );
        }
    }
}

/// The squares behind `blocker` as seen from `square`, if both are on one line.
fn behind(square: Square, blocker: Square) -> u64 {
    let rays = DIRECTIONS.into_iter().map(|direction| ray(square, direction));
    let behind = rays.flat_map(|ray| ray.skip_while(move |&other| other != blocker).skip(1));
    behind.fold(0, |squares, square| squares | 1 << square.index())
}

/// A blocker takes away the attacked squares behind it, if it is attacked, and changes nothing else.
pub fn prop_blocker_takes_what_is_behind(
    kernel: &dyn Single,
    square: Square,
    occupied: u64,
    blocker: Square,
) {
    let before = kernel.queen_attacks_x4(square, occupied);
    let blocked = occupied | 1 << blocker.index();
    let after = kernel.queen_attacks_x4(square, blocked);
    for line in Line::ALL {
        let attacked = before.line(line) >> blocker.index() & 1 == 1;
        let expected =
            if attacked { before.line(line) & !behind(square, blocker) } else { before.line(line) };
        let what = "a line after a blocker was added";
        assert_same(kernel.name(), what, square, blocked, after.line(line), expected);
    }
}

/// Rook, bishop and queen attacks of many samples.
struct Attacks {
    rook: Vec<u64>,
    bishop: Vec<u64>,
    queen: Vec<u64>,
}

impl Attacks {
    fn by_oracle(sliders: impl Iterator<Item = (Square, u64)> + Clone) -> Self {
        let rook: Vec<u64> =
            sliders.clone().map(|(square, occupied)| reference::rook_attacks(square, occupied)).collect();
        let bishop: Vec<u64> =
            sliders.map(|(square, occupied)| reference::bishop_attacks(square, occupied)).collect();
        let queen = rook.iter().zip(&bishop).map(|(rook, bishop)| rook | bishop).collect();
        Self { rook, bishop, queen }
    }
}

/// Sliders to make batches of, with the oracle's answers.
pub struct Samples {
    squares: Vec<Square>,
    /// The boards of the sliders, behind as many others as `shift` says.
    occupied: Vec<u64>,
    shift: usize,
    pairs: Attacks,
    board: u64,
    on_board: Attacks,
}

impl Samples {
    /// Each slider on its own board, and all of them on `board`. The slice of the boards begins `shift` words after the
    /// beginning of its memory.
    ///
    /// # Panics
    /// If there are not as many boards as squares.
    pub fn new(squares: Vec<Square>, boards: &[u64], board: u64, shift: usize) -> Self {
        assert_eq!(squares.len(), boards.len());
        let pairs = Attacks::by_oracle(squares.iter().copied().zip(boards.iter().copied()));
        let on_board = Attacks::by_oracle(squares.iter().map(|&square| (square, board)));
        let occupied = [&vec![CANARY; shift], boards].concat();
        Self { squares, occupied, shift, pairs, board, on_board }
    }

    /// How many sliders there are.
    pub fn len(&self) -> usize {
        self.squares.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.squares.is_empty()
    }
}

/// What lies around the output and must stay there. It is no set of attacks: no slider attacks a checkered board.
const CANARY: u64 = 0xaa55_aa55_aa55_aa55;

/// Memory for the output of a batch, between canaries. It starts on a cache line, so that an offset in words is an
/// alignment.
pub struct Output {
    words: Vec<u64>,
    start: usize,
}

impl Output {
    /// Room for this many words at offsets up to 7.
    pub fn new(length: usize) -> Self {
        let words = vec![CANARY; length + 48];
        let start = words.as_ptr().align_offset(64) + 8;
        Self { words, start }
    }

    fn range(&self, offset: usize, length: usize) -> Range<usize> {
        self.start + offset..self.start + offset + length
    }

    /// Lets `write` fill a slice, then looks at it.
    fn check(&mut self, offset: usize, expected: &[u64], write: impl FnOnce(&mut [u64]), wrong: Wrong<'_>) {
        let range = self.range(offset, expected.len());
        write(&mut self.words[range.clone()]);
        self.compare(range, expected, wrong);
    }

    /// Compares what was written, looks after the canaries around it, and puts canaries there too.
    fn compare(&mut self, range: Range<usize>, expected: &[u64], wrong: Wrong<'_>) {
        let found = &self.words[range.clone()];
        if found != expected {
            let index =
                (0..expected.len()).find(|&index| found[index] != expected[index]).expect("they differ");
            wrong("wrong attacks", index as isize, found[index], expected[index]);
        }
        // A kernel that writes too much writes a vector or a few too much.
        for index in (range.start - 8..range.start).chain(range.end..range.end + 16) {
            if self.words[index] != CANARY {
                let index_in_output = index as isize - range.start as isize;
                wrong("written outside of the output", index_in_output, self.words[index], CANARY);
            }
        }
        self.words[range].fill(CANARY);
    }
}

/// Says what is wrong at which index of the output: found and expected.
type Wrong<'a> = &'a dyn Fn(&str, isize, u64, u64);

/// The ways to ask for a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // Each is named as the function.
pub enum Entry {
    RookAttacks,
    BishopAttacks,
    QueenAttacks,
    RookAndBishopAttacks,
    RookAttacksOn,
    BishopAttacksOn,
    QueenAttacksOn,
}

impl Entry {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::RookAttacks,
        Self::BishopAttacks,
        Self::QueenAttacks,
        Self::RookAndBishopAttacks,
        Self::RookAttacksOn,
        Self::BishopAttacksOn,
        Self::QueenAttacksOn,
    ];

    /// Whether all sliders are on one board.
    const fn is_on_one_board(self) -> bool {
        matches!(self, Self::RookAttacksOn | Self::BishopAttacksOn | Self::QueenAttacksOn)
    }
}

/// An entry point gives for each slider what the oracle gives, and writes nothing around the output.
///
/// The batch is made of the sliders in `range`, the output begins `offset` words after the beginning of a cache line.
pub fn prop_batch_equals_single(
    kernel: &dyn Batch,
    entry: Entry,
    samples: &Samples,
    range: Range<usize>,
    offset: usize,
    [output, second]: &mut [Output; 2],
) {
    let squares = &samples.squares[range.clone()];
    let occupied = &samples.occupied[samples.shift + range.start..samples.shift + range.end];
    let board = samples.board;
    let expected = if entry.is_on_one_board() { &samples.on_board } else { &samples.pairs };
    let [rook, bishop, queen] =
        [&expected.rook, &expected.bishop, &expected.queen].map(|attacks| &attacks[range.clone()]);
    let wrong = |what: &str, index: isize, found: u64, expected: u64| {
        let inside = usize::try_from(index).ok();
        let own_board = inside.and_then(|index| occupied.get(index).copied()).unwrap_or_default();
        let occupied = if entry.is_on_one_board() { board } else { own_board };
        let boards = [("occupied", occupied), ("expected", expected), ("found", found)];
        let square = inside.and_then(|index| squares.get(index)).map_or("none".into(), Square::to_string);
        panic!(
            "{}: {entry:?} of {} sliders, output at word {offset}: {what} at index {index}, slider on {square}\n{}",
            kernel.name(),
            squares.len(),
            draw(&boards)
        );
    };
    match entry {
        Entry::RookAttacks => {
            output.check(offset, rook, |attacks| kernel.rook_attacks(squares, occupied, attacks), &wrong);
        }
        Entry::BishopAttacks => {
            output.check(offset, bishop, |attacks| kernel.bishop_attacks(squares, occupied, attacks), &wrong);
        }
        Entry::QueenAttacks => {
            output.check(offset, queen, |attacks| kernel.queen_attacks(squares, occupied, attacks), &wrong);
        }
        Entry::RookAndBishopAttacks => {
            let (first, other) =
                (output.range(offset, squares.len()), second.range(offset ^ 5, squares.len()));
            let (rooks, bishops) = (&mut output.words[first.clone()], &mut second.words[other.clone()]);
            kernel.rook_and_bishop_attacks(squares, occupied, rooks, bishops);
            output.compare(first, rook, &wrong);
            second.compare(other, bishop, &wrong);
        }
        Entry::RookAttacksOn => {
            output.check(offset, rook, |attacks| kernel.rook_attacks_on(board, squares, attacks), &wrong);
        }
        Entry::BishopAttacksOn => {
            output.check(offset, bishop, |attacks| kernel.bishop_attacks_on(board, squares, attacks), &wrong);
        }
        Entry::QueenAttacksOn => {
            output.check(offset, queen, |attacks| kernel.queen_attacks_on(board, squares, attacks), &wrong);
        }
    }
}

/// All sliders of one position, and of many, give what the oracle gives for each, and nothing is written around the
/// output.
pub fn prop_positions_equal_singles(kernel: &dyn Positions, positions: &[Sliders]) {
    let (mut expected, mut unions) = (Vec::new(), Vec::new());
    for position in positions {
        let start = expected.len();
        for square in Square::ALL {
            let on = |pieces: u64| pieces >> square.index() & 1 == 1;
            let as_rook = on(position.rooks) || on(position.queens);
            let as_bishop = on(position.bishops) || on(position.queens);
            let rook = reference::rook_attacks(square, position.occupied);
            let bishop = reference::bishop_attacks(square, position.occupied);
            match (as_rook, as_bishop) {
                (false, false) => {}
                (true, false) => expected.push(rook),
                (false, true) => expected.push(bishop),
                (true, true) => expected.push(rook | bishop),
            }
        }
        assert_eq!(position.count(), expected.len() - start);
        unions.push(expected[start..].iter().fold(0, |union, attacks| union | attacks));
    }
    let wrong = |what: &str, index: isize, found: u64, expected: u64| {
        let boards = [("expected", expected), ("found", found)];
        panic!("{}: {what} at index {index}\n{}\n{positions:x?}", kernel.name(), draw(&boards));
    };
    let [mut output, mut second] = [Output::new(expected.len()), Output::new(positions.len())];
    let (range, second_range) = (output.range(1, expected.len()), second.range(2, positions.len()));
    let words = &mut output.words[range.clone()];
    kernel.slider_attacks_of_many(positions, words, &mut second.words[second_range.clone()]);
    output.compare(range.clone(), &expected, &wrong);
    second.compare(second_range, &unions, &wrong);
    let mut rest = range;
    for (position, &union) in positions.iter().zip(&unions) {
        let own = rest.start..rest.start + position.count();
        let found = kernel.slider_attacks(position, &mut output.words[own.clone()]);
        let expected = &expected[own.start - output.start - 1..][..own.len()];
        output.compare(own.clone(), expected, &wrong);
        if found != union {
            wrong("wrong union", 0, found, union);
        }
        rest.start = own.end;
    }
}

/// Slices of unequal length panic with a message that names every length, before anything is written.
///
/// `lengths` are those of the squares, the boards, the output and the second output. Needs a build whose panics unwind.
pub fn prop_unequal_lengths_panic(kernel: &dyn Batch, lengths: [usize; 4]) {
    type Call<'a> = &'a dyn Fn(&mut [u64], &mut [u64]);
    let [squares, occupied, first, second] = lengths;
    let (squares, occupied) = (&vec![Square::E4; squares][..], &vec![0; occupied][..]);
    let expect = |entry: &str, lengths: &[(&str, usize)], call: Call<'_>| {
        let (mut one, mut two) = (vec![CANARY; first], vec![CANARY; second]);
        let unequal = lengths.iter().any(|&(_, length)| length != squares.len());
        let result = catch_unwind(AssertUnwindSafe(|| call(&mut one, &mut two)));
        let who = format!("{}: {entry} of {lengths:?}", kernel.name());
        let Err(panic) = result else {
            assert!(!unequal, "{who} did not panic");
            return;
        };
        let message = panic.downcast_ref::<String>().map(String::as_str).unwrap_or_default();
        assert!(unequal, "{who} panicked: {message}");
        for (slice, length) in lengths {
            let part = format!("{slice} {length}");
            let named = message.split([',', ':', ';']).any(|named| named.trim() == part);
            assert!(named, "{who} panicked with `{message}`, which does not say `{part}`");
        }
        let untouched = one.iter().chain(&two).all(|&word| word == CANARY);
        assert!(untouched, "{who} wrote before it panicked");
    };
    let pairs = [("squares", squares.len()), ("occupied", occupied.len()), ("attacks", first)];
    expect("rook_attacks", &pairs, &|attacks, _| kernel.rook_attacks(squares, occupied, attacks));
    expect("bishop_attacks", &pairs, &|attacks, _| kernel.bishop_attacks(squares, occupied, attacks));
    expect("queen_attacks", &pairs, &|attacks, _| kernel.queen_attacks(squares, occupied, attacks));
    let both =
        [("squares", squares.len()), ("occupied", occupied.len()), ("rook", first), ("bishop", second)];
    expect("rook_and_bishop_attacks", &both, &|rook, bishop| {
        kernel.rook_and_bishop_attacks(squares, occupied, rook, bishop);
    });
    let on = [("squares", squares.len()), ("attacks", first)];
    expect("rook_attacks_on", &on, &|attacks, _| kernel.rook_attacks_on(0, squares, attacks));
    expect("bishop_attacks_on", &on, &|attacks, _| kernel.bishop_attacks_on(0, squares, attacks));
    expect("queen_attacks_on", &on, &|attacks, _| kernel.queen_attacks_on(0, squares, attacks));
}
