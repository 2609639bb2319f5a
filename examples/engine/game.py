#!/usr/bin/env python3
"""Plays games between python-chess and the engine: python-chess checks each move, and chooses its own at random.

usage: game.py ENGINE [GAMES, 8]      (requires chess; half of the games are Chess960)
"""

import asyncio
import random
import sys

import chess
import chess.engine

# The engine can castle at once, to both sides: king and rooks are where only Chess960 has them. Castling captures the own rook.
CASTLING = "4k3/pppppppp/8/8/8/8/PPPPPPPP/1R3KR1 w GB - 0 1"


async def game(engine, board, seed):
    """Plays a game of at most 120 half moves. The engine has White in games with an odd seed."""
    choose = random.Random(seed)
    limits = [chess.engine.Limit(depth=3), chess.engine.Limit(nodes=1500), chess.engine.Limit(time=0.01)]
    limits.append(chess.engine.Limit(white_clock=1, black_clock=1, white_inc=0.01, black_inc=0.01))
    while not board.is_game_over(claim_draw=True) and board.ply() < 120:
        if (board.turn == chess.WHITE) == bool(seed % 2):
            # play() raises an exception if the move is not legal.
            move = (await engine.play(board, limits[board.ply() // 2 % len(limits)], game=seed)).move
            assert move in board.legal_moves, (board.fen(), move)
        else:
            move = choose.choice(list(board.legal_moves))
        board.push(move)
    return board


async def check_requests(engine):
    """Checks the requests that a game does not make."""
    board = chess.Board()
    for text in ("a2a3", "g1h3"):
        move = chess.Move.from_uci(text)
        played = await engine.play(board, chess.engine.Limit(depth=3), root_moves=[move])
        assert played.move == move, (text, played.move)
    info = await engine.analyse(board, chess.engine.Limit(depth=4))
    assert info["depth"] == 4 and info["pv"][0] in board.legal_moves, info
    # A search without a limit ends only after `stop`.
    with await engine.analysis(board) as analysis:
        async for info in analysis:
            if info.get("depth", 0) >= 3:
                break
    await engine.ping()
    # Both castling moves, as Chess960 writes them.
    board = chess.Board(CASTLING, chess960=True)
    for move in board.generate_castling_moves():
        played = await engine.play(board, chess.engine.Limit(depth=2), root_moves=[move])
        assert played.move == move and board.is_castling(played.move), (move, played.move)
    board = chess.Board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    for text in ("e1g1", "e1c1"):
        move = chess.Move.from_uci(text)
        assert (await engine.play(board, chess.engine.Limit(depth=2), root_moves=[move])).move == move


async def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    games = int(sys.argv[2]) if len(sys.argv) == 3 else 8
    transport, engine = await chess.engine.popen_uci(sys.argv[1])
    try:
        assert {"Hash", "UCI_Chess960"} <= set(engine.options), engine.options
        await engine.configure({"Hash": 2})
        await check_requests(engine)
        results = []
        for seed in range(games):
            if seed % 4 < 2:
                board = chess.Board()
            else:
                board = chess.Board.from_chess960_pos(random.Random(seed).randrange(960))
            board = await game(engine, board, seed)
            results.append(f"{board.result(claim_draw=True)} in {board.ply()}{' (Chess960)' if board.chess960 else ''}")
    finally:
        await engine.quit()
        transport.close()
    # The engine is better than chance.
    lost = [number for number, text in enumerate(results) if text.startswith("0-1" if number % 2 else "1-0")]
    assert not lost, (lost, results)
    print(f"ok: python-chess {chess.__version__} played {games} games with the engine: {', '.join(results)}")


if __name__ == "__main__":
    asyncio.run(asyncio.wait_for(main(), 300))
