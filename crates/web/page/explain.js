// Explain: a drawn board, all feature values with the cells they count, and what every controller
// of the catalogue would do.

import * as address from './address.js';
import { boardView } from './board.js';
import { controllerSelect } from './choose.js';
import { announce, button, digits, field, h, isTyping, say } from './dom.js';
import { ask } from './engine.js';
import { place } from './why.js';

const PIECES = [...'IOTSZJL'];
/** A board to begin with: holes, wells and steps. */
const EXAMPLE = ['#.........', '##....#..#', '##.#.##.##', '####.##.##', '#.####.###', '####.###.#'];

export default class Explain {
  async build(values) {
    this.board = boardView('the drawn board: arrow keys move, space fills or empties a cell',
      { tabindex: 0, role: 'application' });
    this.size = h('input', { size: 6, value: values.board ?? '10x20', onchange: () => this.resize().catch((error) => this.fail(error)) });
    this.piece = this.pieceField('Piece', values.piece ?? 'T', ['none', ...PIECES]);
    this.next = this.pieceField('Next piece, for those who see it', values.next ?? 'none', ['none', ...PIECES]);
    this.by = await controllerSelect(values.controller ?? 'bcts', () => this.update());
    this.placed = h('p', { class: 'hint' });
    this.features = h('tbody');
    this.choices = h('tbody');
    this.picture = h('textarea', { rows: 6, placeholder: 'Paste a board: # X * are full, . and space empty', spellcheck: 'false', 'aria-label': 'the board as text' });
    this.lay();
    const rows = values.cells ? values.cells.split('/').map((row) => row.replaceAll('X', '#')) : EXAMPLE;
    await this.read(rows.join('\n'), this.size.value);
    await this.update();
  }

  lay() {
    const paste = button('Read the picture', () => this.paste(this.picture.value));
    const table = (head, body, label, tall) => h('div', { class: `scroll ${tall}`, tabindex: 0, role: 'region', 'aria-label': label },
      h('table', {}, h('thead', {}, h('tr', {}, head.map((name) => h('th', { scope: 'col', class: name === 'value' ? '' : 'text' }, name)))), body));
    this.note = h('p', { class: 'hint' }, 'Point at a feature to see the cells that it counts.');
    this.element = h('div', {}, h('h1', {}, 'Explain a board'),
      h('div', { class: 'grid explain' },
        h('section', { class: 'panel', 'aria-label': 'the drawing' },
          h('div', { class: 'well' }, this.board.canvas),
          h('div', { class: 'keys' }, field('Board', this.size), button('Empty', () => this.clear()),
            button('Copy as text', () => this.copy())),
          h('p', { class: 'hint' }, 'Draw with the mouse or a finger; ', h('kbd', {}, 'arrows'), ' and ', h('kbd', {}, 'space'), ' do it too.'),
          h('details', {}, h('summary', {}, 'Paste a picture'), this.picture, h('div', { class: 'keys' }, paste))),
        h('div', { class: 'stack' },
          h('section', { class: 'panel' }, h('div', { class: 'keys' }, this.piece.element, this.next.element),
            h('div', { class: 'keys' }, field('placed by', this.by)), this.placed),
          h('section', { class: 'panel' }, h('h2', {}, 'Features'), this.note,
            table(['feature', 'value', 'what it is'], this.features, 'features', 'taller')),
          h('section', { class: 'panel' }, h('h2', {}, 'What every controller would do'),
            table(['placement', 'controllers'], this.choices, 'choices', 'tall')))));
    this.listen();
  }

  pieceField(name, value, letters) {
    const group = name.replaceAll(/\W/g, '');
    const inputs = letters.map((letter) => h('input', {
      type: 'radio', name: group, value: letter, checked: letter === value, onchange: () => this.update(),
    }));
    const element = h('fieldset', { class: 'pieces' }, h('legend', {}, name),
      inputs.map((input) => h('label', {}, input, h('span', {}, input.value))));
    return { element, get value() { const { value: chosen } = inputs.find((one) => one.checked) ?? { value: 'none' }; return chosen === 'none' ? null : chosen; } };
  }

  listen() {
    const { canvas } = this.board;
    canvas.addEventListener('pointerdown', (event) => {
      const [x, y] = this.board.cellAt(event);
      this.drawing = this.at(x, y) === '.' ? '#' : '.';
      canvas.setPointerCapture(event.pointerId);
      this.set(x, y, this.drawing);
    });
    canvas.addEventListener('pointermove', (event) => this.drawing && this.set(...this.board.cellAt(event), this.drawing));
    const end = () => { this.drawing = null; };
    canvas.addEventListener('pointerup', end);
    canvas.addEventListener('pointercancel', end);
    canvas.addEventListener('focus', () => { this.cursor = canvas.matches(':focus-visible') ? [0, 0] : null; this.redraw(); });
    canvas.addEventListener('blur', () => { this.cursor = null; this.redraw(); });
    canvas.addEventListener('keydown', (event) => this.drawByKey(event));
  }

  drawByKey(event) {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    const [x, y] = this.cursor ?? [0, 0];
    if (step) {
      const [width, height] = [this.board.columns, this.board.height];
      this.cursor = [Math.max(0, Math.min(width - 1, x + step[0])), Math.max(0, Math.min(height - 1, y + step[1]))];
      announce(`column ${this.cursor[0]}, row ${this.cursor[1]}: ${this.at(...this.cursor) === '.' ? 'empty' : 'full'}`);
      this.redraw();
    } else if (event.key === ' ') this.set(x, y, this.at(x, y) === '.' ? '#' : '.');
    else return;
    event.preventDefault();
  }

  at(x, y) { return this.rows[this.rows.length - 1 - y][x]; }

  set(x, y, to) {
    if (this.at(x, y) === to) return;
    const index = this.rows.length - 1 - y;
    this.rows[index] = this.rows[index].slice(0, x) + to + this.rows[index].slice(x + 1);
    this.update();
  }

  /** Reads a picture; without a size the board is as large as the picture. */
  async read(text, size) {
    const { size: found, board } = await ask({ do: 'picture', board: text, size });
    this.rows = board;
    this.size.value = found;
    this.board.resize(...found.split('x').map(Number));
  }

  fail(error) {
    say(error.message);
    this.size.value = `${this.board.columns}x${this.board.height}`;
  }

  async resize() {
    const empty = this.rows.every((row) => !row.includes('#'));
    const width = Number(this.size.value.split(/[x×]/)[0]);
    // An empty board takes any size; a drawn one only a size that holds it.
    await this.read(empty ? '.'.repeat(width || 1) : this.rows.join('\n'), this.size.value);
    say();
    await this.update();
  }

  async clear() {
    this.rows = this.rows.map((row) => '.'.repeat(row.length));
    await this.update();
  }

  async paste(text) {
    try {
      // A picture that is as wide as the board stands on its floor; any other makes a new board.
      await this.read(text, this.size.value).catch(() => this.read(text));
      say();
      await this.update();
    } catch (error) {
      say(error.message);
    }
  }

  async copy() {
    const text = this.rows.map((row) => `|${row}|`).join('\n');
    this.picture.value = text;
    this.picture.closest('details').open = true;
    await navigator.clipboard?.writeText(text).catch(() => {});
  }

  async update() {
    this.turn = (this.turn ?? 0) + 1;
    const { turn } = this;
    this.marks = null;
    this.ghost = null;
    this.redraw();
    const board = this.rows.join('\n');
    const rules = { settings: { board: this.size.value } };
    const [piece, next] = [this.piece.value, this.next.value];
    const seen = next ? { ...rules, settings: { ...rules.settings, visible: '2' } } : rules;
    try {
      let placed;
      if (piece) {
        const who = { name: this.by.value };
        const explained = await ask({ do: 'explain-board', who, board, rules: seen, piece, next });
        const best = explained.placements[0];
        if (best) {
          placed = { piece, orientation: best.orientation, column: best.column };
          this.best = best;
          this.placed.textContent = `${this.by.value} places ${piece} at ${place(best)}. ${explained.why}`;
        }
      } else {
        this.best = null;
        this.placed.textContent = 'No piece: the features of the board as it is drawn.';
      }
      const read = await ask({ do: 'features', board, rules, placed });
      const choices = piece ? await ask({ do: 'choices', board, rules: seen, piece, next }) : [];
      if (turn !== this.turn) return;
      this.showFeatures(read);
      this.showChoices(choices);
      say();
    } catch (error) {
      if (turn === this.turn) say(error.message);
    }
    if (turn !== this.turn) return;
    this.redraw();
    this.remember();
  }

  showFeatures(read) {
    this.features.replaceChildren(...read.features.map((feature) => {
      const { name, values, definition } = feature;
      const text = values == null ? 'needs a piece' : values.map((value) => digits(value)).join(' ');
      const look = () => this.look(feature, read);
      const leave = () => this.look(null);
      return h('tr', { class: 'pick', tabindex: 0, 'data-feature': name, onmouseenter: look, onmouseleave: leave, onfocus: look, onblur: leave },
        h('td', {}, name), h('td', { class: 'values' }, text), h('td', { class: 'wrap' }, definition));
    }));
  }

  /** Shows the cells that a feature counts. */
  look(feature, read) {
    this.marks = feature && { cells: feature.cells, rows: read[feature.on] ?? read.drawn };
    this.note.textContent = !feature ? 'Point at a feature to see the cells that it counts.'
      : !feature.cells.length ? `${feature.name} counts no cell here.`
        : feature.adds_up ? `${feature.name}: the marked cells make its value.` : `${feature.name} looks at the marked cells.`;
    this.redraw();
  }

  showChoices(choices) {
    const groups = new Map();
    for (const { name, placement, error } of choices) {
      const key = placement ? place(placement) : error;
      if (!groups.has(key)) groups.set(key, { placement, names: [] });
      groups.get(key).names.push(name + (placement?.choices > 1 ? '*' : ''));
    }
    const rows = [...groups].sort(([, a], [, b]) => Boolean(b.placement) - Boolean(a.placement) || b.names.length - a.names.length)
      .map(([key, { placement, names }]) => {
        const look = () => { this.ghost = placement?.cells; this.redraw(); };
        const leave = () => { this.ghost = null; this.redraw(); };
        return h('tr', { class: 'pick', tabindex: 0, onmouseenter: look, onmouseleave: leave, onfocus: look, onblur: leave },
          h('td', {}, key), h('td', { class: 'wrap' }, names.join(', ')));
      });
    this.choices.replaceChildren(...rows);
  }

  redraw() {
    if (!this.rows) return;
    const letter = this.piece.value;
    const ghosts = [];
    if (letter && !this.marks) {
      const cells = this.ghost ?? this.best?.cells;
      if (cells) ghosts.push({ cells, letter });
    }
    this.board.show({ rows: this.marks?.rows ?? this.rows, marks: this.marks?.cells ?? [], ghosts, cursor: this.cursor });
  }

  remember() {
    if (this.left) return;
    const first = this.rows.findIndex((row) => row.includes('#'));
    const cells = first < 0 ? '.'.repeat(this.board.columns) : this.rows.slice(first).join('/').replaceAll('#', 'X');
    address.write('explain', {
      board: this.size.value, piece: this.piece.value ?? 'none', next: this.next.value, controller: this.by.value, cells,
    });
  }

  key(event) {
    if (isTyping(event) || event.target === this.board.canvas) return;
    const letter = event.key.toUpperCase();
    if (PIECES.includes(letter)) this.piece.element.querySelector(`input[value=${letter}]`).click();
  }

  leave() { this.left = true; }
}
