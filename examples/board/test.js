// The test of the page: runs in the page after its own script, and sends its result to the page around it.
// build.sh calls it with a FEN in the address.
const failures = [], check = (is, what) => { if (!is) failures.push(what); };
const type = enter, pressButton = name => [...document.querySelectorAll("#examples button")].find(button => button.textContent === name).click();
const press = key => document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
const answer = () => get("answer").textContent, label = name => buttons.map(button => button.ariaLabel).find(text => text.startsWith(name));
const tick = on => layers.forEach((_, at) => { if (get("layer" + at).checked !== on) get("layer" + at).click(); });
const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

async function test() {
  // Kiwipete. From d4 the rank is b4 to e4 without d4, blocked by b4 and e4.
  check(answer() === "White to move. 48 legal moves.", `Kiwipete: ${answer()}`);
  check(layers.filter((_, at) => get("layer" + at).checked).map(([name]) => name).join() === "pinned,gives check", "other layers are shown at first");
  buttons[27].click();
  check([...document.querySelectorAll("figure")].some(figure => figure.dataset.board === "16000000"), "the rank of d4 is not drawn");
  check(document.querySelector("figure").getAttribute("aria-label") === "o: a1, b4, e4", "the figure of o has no name");
  for (const figure of document.querySelectorAll("figure")) {
    const cells = [...figure.querySelectorAll("td")], at = kind => cells.flatMap((cell, at) => cell.classList.contains(kind) ? [at] : []).join();
    // The fourth rank is the fifth row from above.
    check(at("chosen") === "35" && at("tint") === "32,33,34,36,37,38,39", `a small board marks ${at("chosen")} and ${at("tint")}`);
  }

  // Who is to move, what gives check from where, and the ends of games.
  for (const [name, expected] of [
    ["a pin and a check", "White to move, in check from the queen on e5. 7 legal moves."],
    ["start", "White to move. 20 legal moves."],
    ["many moves", "White to move. 48 legal moves."],
    ["double check", "Black to move, in check from the rook on e1 and the knight on d6. 3 legal moves."],
    ["mate", "Black to move, in check from the rook on a8. Checkmate: White has won."],
  ]) {
    pressButton(name);
    check(answer() === expected, `${name}: ${answer()}`);
    check(decodeURIComponent(location.hash.slice(1)) === get("fen").value, `${name}: the address has ${location.hash}`);
  }
  type("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
  check(answer() === "Black to move. Stalemate: a draw.", `stalemate: ${answer()}`);
  type("7k/8/8/8/8/8/r7/1r5K w - - 0 1");
  check(answer().includes("in check from the rook on b1"), `check: ${answer()}`);
  pressButton("clear the text");
  check(get("fen").value === "" && document.activeElement === get("fen"), "the text is not cleared");
  check(document.querySelector("label[for=fen]").textContent === "Position (FEN)", "the field has no label");

  // What the piece attacks, or a queen.
  pressButton("start");
  buttons[1].click();
  const framed = () => buttons.flatMap((button, square) => button.classList.contains("line") ? [nameOf(square)] : []).join();
  check(framed() === "d2,a3,c3", `the knight attacks ${framed()}`);
  get("as").selectedIndex = 1;
  get("as").dispatchEvent(new Event("input", { bubbles: true }));
  check(framed() === "a1,c1,a2,b2,c2", `a queen on b1 attacks ${framed()}`);
  get("as").selectedIndex = 0;
  get("as").dispatchEvent(new Event("input", { bubbles: true }));
  buttons[12].click();
  check(framed() === "d3,f3", `the pawn attacks ${framed()}`);
  buttons[52].click();
  check(framed() === "d6,f6", `the black pawn attacks ${framed()}`);
  buttons[27].click();
  check(framed().split(",").length === 22, `from an empty square, a queen attacks ${framed()}`);

  // The board turned round.
  const corner = () => get("board").querySelector("button").ariaLabel.slice(0, 2);
  check(corner() === "a8", `${corner()} is at the upper left`);
  pressButton("flip the board");
  check(corner() === "h1", `${corner()} is at the upper left of the flipped board`);
  buttons[27].focus();
  press("ArrowUp");
  check(document.activeElement.ariaLabel.startsWith("d3"), `above d4 is ${document.activeElement.ariaLabel}`);
  pressButton("flip the board");
  check(corner() === "a8", "the board is not flipped back");
  buttons[27].click();

  // The page fits its window, errors do not move the board where it is wide, and telephones have large targets.
  check(document.documentElement.scrollWidth <= innerWidth, `the page is ${document.documentElement.scrollWidth} wide in ${innerWidth}`);
  const top = () => get("board").getBoundingClientRect().top, boardTop = top();
  type("nonsense");
  check(innerWidth < 1000 || top() === boardTop, `an error moves the board from ${boardTop} to ${top()}`);
  if (innerWidth <= 640) {
    for (const target of document.querySelectorAll("button, select, #fen, #layers label")) {
      const { height } = target.getBoundingClientRect();
      check(height >= 43.9 || target.closest("#board") && innerWidth < 390, `a target is ${height} high: ${target.outerHTML.slice(0, 60)}`);
    }
  }

  // Each layer of a square is a stripe with a color of its own.
  type(EXAMPLE);
  tick(true);
  check(label("e2") === "e2, empty, attacked by White, attacked by Black, danger for the king of the side to move", `e2 is named ${label("e2")}`);
  const gradient = getComputedStyle(buttons[12]).backgroundImage;
  const shades = new Set(gradient.match(/rgba\([^)]*\)/g)), stops = [...new Set(gradient.match(/[\d.]+%/g))].map(parseFloat);
  check(shades.size === 3, `e2 has the colors ${[...shades]}`);
  // A third of the area of a square is before 41% of its diagonal.
  check(stops.map(Math.round).join() === "0,41,59,100", `e2 has the stripes ${gradient}`);
  check(label("c3") === "c3, white knight, attacked by White, attacked by Black, danger for the king of the side to move, pinned, attacked from d4", `c3 is named ${label("c3")}`);
  tick(false);
  check(getComputedStyle(buttons[12]).backgroundImage === "none", "a layer without a tick is painted");
  check(label("e2") === "e2, empty", `e2 is named ${label("e2")} without layers`);

  // Text that is no FEN, with the reason, and the old board dimmed.
  const boards = [document.querySelector("main"), get("steps")], opacity = () => boards.map(part => getComputedStyle(part).opacity);
  const before = get("board").innerText;
  const kings = "8/8/8/3k4/8/3K4/8/7";
  for (const [text, reason] of [
    [`${kings}Œ w - - 0 1`, "Œ"],
    [`${kings}\u{ff32} w - - 0 1`, "\u{ff32}"],
    [`${kings}\ud800 w - - 0 1`, "piece placement (field 1)"],
    [`${kings}R w - - 0 1${" ".repeat(120)}x`, "too many fields (7)"],
    [`${kings}R w - - 0 1\0x`, "field 6"],
    [`${kings}R w - - 0 1\u00a0`, "field 6"],
    [`${kings}R w - - 0 1 ${"x".repeat(2000)}`, "2031 bytes of text; a FEN has less than 100"],
    ["nonsense", "side to move (field 2) is missing"],
    ["", "missing"],
  ]) {
    type(START);
    check(answer() === "White to move. 20 legal moves." && opacity().every(value => value === "1"), `the start is refused: ${answer()}`);
    type(text);
    check(answer().startsWith("This is not a valid position: ") && answer().includes(reason), `${JSON.stringify(text.slice(0, 60))}: ${answer()}`);
    check(opacity().every(value => value === "0.4") && boards.every(part => part.inert), `${JSON.stringify(text.slice(0, 60))}: the old board is not dimmed`);
    check(get("fen").getAttribute("aria-invalid") === "true", "the field is not marked as invalid");
    check(get("board").innerText !== before || text === "", "the old board is not shown");
  }
  type(`  ${kings}R w - - 0 1  `);
  check(answer() === "White to move. 19 legal moves." && get("fen").getAttribute("aria-invalid") === "false", `with blanks: ${answer()}`);
  check(get("answer").ariaLive === "polite", "answers are not announced");
  check(get("fen").getAttribute("aria-describedby") === "answer", "the field is not described by the answer");

  // One square is in the order of Tab, and the arrow keys reach the others.
  type(START);
  const inOrder = () => buttons.filter(button => button.tabIndex === 0);
  check(inOrder().length === 1 && inOrder()[0] === buttons[27], "d4 is not the only square in the order of Tab");
  buttons[27].focus();
  const path = [];
  for (const key of ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp", "Home", "ArrowLeft", "End", "ArrowRight"]) {
    press(key);
    path.push(document.activeElement.ariaLabel.slice(0, 2));
  }
  check(path.join(" ") === "e4 e3 d3 d4 a4 a4 h4 h4", `the keys lead to ${path}`);
  for (let step = 0; step < 9; step++) press("ArrowUp");
  check(document.activeElement.ariaLabel === "h8, black rook" && inOrder()[0] === document.activeElement, "h8 is not reached");
  check(document.activeElement.getAttribute("aria-pressed") === "true", "the square is not marked as pressed");
  check(label("g8") === "g8, black knight, attacked from h8", `g8 is named ${label("g8")}`);
  buttons[0].click();
  check(label("b1") === "b1, white knight, attacked from a1", `b1 is named ${label("b1")}`);

  // The address follows the field, and the field follows the address.
  check(decodeURIComponent(location.hash.slice(1)) === START, `the address has ${location.hash}`);
  const next = () => new Promise(done => window.addEventListener("hashchange", () => setTimeout(done), { once: true }));
  let change = next();
  location.hash = "#" + encodeURIComponent(`${kings}R w - - 0 1`);
  await change;
  check(answer() === "White to move. 19 legal moves.", `after a new address: ${answer()}`);
  change = next();
  location.hash = `#${kings}Q_b_-_-_0_1`;
  await change;
  check(answer() === "Black to move, in check from the queen on h1. 4 legal moves.", `with underscores: ${answer()}`);
  change = next();
  location.hash = "#%E0%A4%A";
  await change;
  check(get("fen").value === "%E0%A4%A" && answer().includes("field"), `a malformed escape: ${answer()}`);
  change = next();
  location.hash = "";
  await change;
  check(get("fen").value === EXAMPLE && !answer().includes("not"), "an empty address does not show the example");
  type("\ud800");
  check(location.hash === "#%EF%BF%BD", `a lone surrogate: ${location.hash}`);

  // Text and page have opposite colors in the dark mode.
  const light = color => Number(color.match(/\d+/)[0]) > 127, style = getComputedStyle(document.body);
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  check(light(style.backgroundColor) === !dark && light(style.color) === dark, `${style.color} on ${style.backgroundColor}`);
}
test().catch(error => failures.push(String(error))).finally(() => {
  const scheme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  parent.postMessage(failures.join("; ") || `passed ${innerWidth} ${scheme}`, "*");
});
