
/// The numbers of the keys in the order of Polyglot's, and those of castling rights by file.
pub const fn numbers() -> ([u64; 781], [[u64; 8]; 2]) {
    let (mut numbers, mut index) = ([0; 781], 0);
    while index < 768 {
        let (kind, square) = (index / 64, index % 64);
        // A kind is twice the role, plus 1 for White.
        numbers[index] = ZOBRIST.color[1 - kind % 2].pieces[kind / 2][square];
        index += 1;
    }
    let mut file = 0;
    while file < 8 {
        numbers[772 + file] = ZOBRIST.en_passant[file];
        file += 1;
    }
    numbers[780] = ZOBRIST.black_to_move;
    (numbers, [ZOBRIST.color[0].castle_rights, ZOBRIST.color[1].castle_rights])
}
