//! The board of the guide, copied as it is into a module of its own, as an engine does.

use quadline::{Color, Outcome, Role, Square};

#[path = "../../src/guide/engine_board/board.rs"]
mod board;

use board::{Board, End, Game, KEYS};

/// Fool's mate, through every function of the board.
#[test]
fn an_engine_uses_every_function_of_the_board() {
    let mut game = Game::new("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").expect("a FEN");
    game.play_uci("f2f3 e7e5").expect("legal moves");
    assert!(game.play_squares(Square::G2, Square::G4, None));
    let board: Board = game.board;
    assert_eq!(board.key, KEYS.key(board.position()));
    assert!(!board.in_check() && board.has_pieces(Color::Black));
    assert_eq!(board.pieces(Color::Black, Role::Queen), Square::D8.bit());
    assert!(board.noisy_moves().is_empty() && board.ordered_moves().len() == 30);
    assert_eq!(board.pass().map(|passed| passed.position().side_to_move()), Some(Color::White));
    game.play_uci("d8h4").expect("a legal move");
    assert_eq!(game.end(), Some(End::Board(Outcome::Checkmate)));
    assert_eq!((game.repetitions(), game.keys.len(), game.can_repeat()), (0, 1, false));
}
