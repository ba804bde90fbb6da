// Boards on a canvas.

const colours = {};
function readColours() {
  const style = getComputedStyle(document.documentElement);
  for (const name of ['I', 'O', 'T', 'S', 'Z', 'J', 'L', 'any', 'grid', 'well', 'ink', 'mark', 'accent',
    'good', 'bad', 'soft', 'line', 'second', 'panel']) {
    colours[name] = style.getPropertyValue(`--${name}`).trim();
  }
}
readColours();
const listeners = new Set();
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
  readColours();
  listeners.forEach((act) => act());
});

/** Calls `act` after the colours have changed. */
export const onColours = (act) => listeners.add(act);
export const colour = (letter) => colours[letter] ?? colours.any;

/** The cells of a shape at a place: column and row of each. */
export function shapeCells(shape, column, row) {
  const cells = [];
  for (let dx = 0; dx < shape.width; dx += 1) {
    for (let dy = 0; dy < shape.height; dy += 1) {
      if (shape.columns[dx] >> dy & 1) cells.push([column + dx, row + dy]);
    }
  }
  return cells;
}

/** The row at which a shape comes to rest; `rows` is the board from the top. */
export function landingRow(rows, shape, column) {
  const height = rows.length;
  let row = 0;
  for (let dx = 0; dx < shape.width; dx += 1) {
    const top = rows.findIndex((line) => line[column + dx] !== '.');
    const pile = top < 0 ? 0 : height - top;
    const bottom = Math.log2(shape.columns[dx] & -shape.columns[dx]);
    row = Math.max(row, pile - bottom);
  }
  return row;
}

/** A canvas that is as sharp as the screen; `draw` is called with its context and size. */
export function sharp(canvas, draw) {
  const fit = () => {
    const scale = devicePixelRatio || 1;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    if (!width || !height) return;
    const [w, h] = [Math.round(width * scale), Math.round(height * scale)];
    if (canvas.width !== w || canvas.height !== h) {
      canvas.width = w;
      canvas.height = h;
    }
    const context = canvas.getContext('2d');
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.clearRect(0, 0, width, height);
    draw(context, width, height);
  };
  new ResizeObserver(fit).observe(canvas);
  onColours(fit);
  return fit;
}

function block(context, x, y, size, alpha = 1) {
  const gap = Math.max(0.5, size * 0.05);
  const [left, top, side, round] = [x + gap, y + gap, size - 2 * gap, size * 0.16];
  context.globalAlpha = alpha;
  context.beginPath();
  context.roundRect(left, top, side, side, round);
  context.fill();
  if (size > 9) {
    context.fillStyle = 'rgb(255 255 255 / .22)';
    context.beginPath();
    context.roundRect(left, top, side, side * 0.3, [round, round, 0, 0]);
    context.fill();
  }
  context.globalAlpha = 1;
}

/** A board: rows, a falling piece, ghosts, a heat map, marked cells. */
export class BoardView {
  constructor(canvas) {
    this.canvas = canvas;
    this.scene = { rows: [] };
    this.draw = sharp(canvas, (context, width, height) => this.paint(context, width, height));
  }

  /** The size of the board, so that the canvas has its shape before the first drawing. */
  resize(width, height) {
    [this.columns, this.height] = [width, height];
    this.canvas.style.setProperty('--w', width);
    this.canvas.style.setProperty('--h', height);
  }

  show(scene) {
    this.scene = scene;
    this.draw();
  }

  /** The column and row under a pointer. */
  cellAt(event) {
    const box = this.canvas.getBoundingClientRect();
    const x = Math.floor((event.clientX - box.left) / box.width * this.columns);
    const y = this.height - 1 - Math.floor((event.clientY - box.top) / box.height * this.height);
    return [Math.max(0, Math.min(this.columns - 1, x)), Math.max(0, Math.min(this.height - 1, y))];
  }

  paint(context, width, height) {
    const { rows, piece, ghosts = [], heat = [], marks = [], flash, cursor, dim } = this.scene;
    const size = Math.min(width / this.columns, height / this.height);
    const at = (x, y) => [x * size, (this.height - 1 - y) * size];
    context.strokeStyle = colours.grid;
    context.lineWidth = 1;
    context.beginPath();
    for (let x = 1; x < this.columns; x += 1) {
      context.moveTo(Math.round(x * size) + 0.5, 0);
      context.lineTo(Math.round(x * size) + 0.5, height);
    }
    for (let y = 1; y < this.height; y += 1) {
      context.moveTo(0, Math.round(y * size) + 0.5);
      context.lineTo(width, Math.round(y * size) + 0.5);
    }
    context.stroke();
    rows.forEach((line, index) => {
      const y = this.height - 1 - index;
      for (let x = 0; x < line.length; x += 1) {
        if (line[x] === '.') continue;
        context.fillStyle = colour(line[x]);
        block(context, ...at(x, y), size, flash?.includes(y) ? 0.35 : dim ? 0.45 : 1);
      }
    });
    for (const [x, y, warmth] of heat) this.heatCell(context, at(x, y), size, warmth);
    for (const { cells, letter, dashed } of ghosts) this.ghost(context, cells, at, size, letter, dashed);
    if (piece) {
      for (const [x, y] of piece.cells) {
        context.fillStyle = colour(piece.letter);
        block(context, ...at(x, y), size);
      }
    }
    for (const [x, y, times] of marks) this.mark(context, at(x, y), size, times);
    if (cursor) {
      context.strokeStyle = colours.accent;
      context.lineWidth = 3;
      context.strokeRect(at(...cursor)[0] + 1.5, at(...cursor)[1] + 1.5, size - 3, size - 3);
    }
  }

  heatCell(context, [x, y], size, warmth) {
    context.globalAlpha = 0.25 + 0.6 * warmth;
    context.fillStyle = `hsl(${230 - 200 * warmth} 85% 55%)`;
    context.beginPath();
    context.roundRect(x + size * 0.18, y + size * 0.18, size * 0.64, size * 0.64, size * 0.2);
    context.fill();
    context.globalAlpha = 1;
  }

  ghost(context, cells, at, size, letter, dashed) {
    context.strokeStyle = colour(letter);
    context.lineWidth = Math.max(1.5, size * 0.09);
    context.setLineDash(dashed ? [size * 0.16, size * 0.13] : []);
    context.fillStyle = colour(letter);
    for (const [x, y] of cells) {
      const [left, top] = at(x, y);
      context.beginPath();
      context.roundRect(left + size * 0.1, top + size * 0.1, size * 0.8, size * 0.8, size * 0.16);
      context.globalAlpha = dashed ? 0 : 0.22;
      context.fill();
      context.globalAlpha = dashed ? 0.75 : 1;
      context.stroke();
    }
    context.globalAlpha = 1;
    context.setLineDash([]);
  }

  mark(context, [x, y], size, times) {
    context.strokeStyle = colours.mark;
    context.fillStyle = colours.mark;
    context.lineWidth = Math.max(1.5, size * 0.1);
    context.beginPath();
    context.roundRect(x + size * 0.12, y + size * 0.12, size * 0.76, size * 0.76, size * 0.2);
    context.globalAlpha = 0.25;
    context.fill();
    context.globalAlpha = 1;
    context.stroke();
    if (times > 1 && size > 11) {
      context.font = `600 ${size * (times > 99 ? 0.32 : 0.48)}px system-ui, sans-serif`;
      context.textAlign = 'center';
      context.textBaseline = 'middle';
      context.fillStyle = colours.ink;
      context.fillText(times, x + size / 2, y + size * 0.53);
    }
  }
}

/** A board with a description for screen readers. */
export function boardView(label, attributes = {}) {
  const canvas = document.createElement('canvas');
  canvas.setAttribute('role', 'img');
  canvas.setAttribute('aria-label', label);
  for (const [name, value] of Object.entries(attributes)) canvas.setAttribute(name, value);
  return new BoardView(canvas);
}

/** A small drawing of a piece. */
export function pieceView() {
  const canvas = document.createElement('canvas');
  canvas.className = 'piece';
  canvas.setAttribute('role', 'img');
  let [letter, shape] = [];
  const draw = sharp(canvas, (context, width, height) => {
    if (!shape) return;
    const size = Math.min(height / 2.2, width / 4.4);
    const top = (height + shape.height * size) / 2;
    for (const [x, y] of shapeCells(shape, 0, 0)) {
      context.fillStyle = colour(letter);
      block(context, x * size, top - (y + 1) * size, size);
    }
  });
  const show = (nextLetter, nextShape) => {
    if (letter === nextLetter) return;
    [letter, shape] = [nextLetter, nextShape];
    canvas.setAttribute('aria-label', letter ? `piece ${letter}` : 'no piece');
    draw();
  };
  return [canvas, show];
}

/** A line of numbers, the newest on the right. */
export function sparkline(most = 120) {
  const canvas = document.createElement('canvas');
  canvas.setAttribute('aria-hidden', 'true');
  let numbers = [];
  let top = 20;
  const draw = sharp(canvas, (context, width, height) => {
    const step = width / (most - 1);
    context.beginPath();
    numbers.forEach((number, index) => {
      const x = width - (numbers.length - 1 - index) * step;
      const y = height - 1.5 - (height - 3) * Math.min(1, number / top);
      if (index) context.lineTo(x, y);
      else context.moveTo(x, y);
    });
    context.strokeStyle = colours.accent;
    context.lineWidth = 1.5;
    context.stroke();
  });
  const push = (number, limit) => {
    top = limit;
    numbers = [...numbers, number].slice(-most);
    draw();
  };
  const clear = () => {
    numbers = [];
    draw();
  };
  return [canvas, push, clear];
}
