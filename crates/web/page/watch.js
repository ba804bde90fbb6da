// Watch: one game, and why its player moves as it does.

import * as address from './address.js';
import { boardView, pieceView, shapeCells, sparkline } from './board.js';
import { Choice } from './choose.js';
import { announce, frame, h, isTyping, say, stats, whole } from './dom.js';
import { Game, catalogue } from './engine.js';
import { Pace, SEEN } from './pace.js';
import { Why, heatOf, place } from './why.js';

/** The moves before the one that is asked for whose pile is drawn. */
const PILE = 60;
/** How often an explanation is made at high speed, in milliseconds. */
const EXPLAIN_EVERY = 250;

export default class Watch {
  async build(values) {
    this.shapes = (await catalogue()).shapes;
    this.board = boardView('the board');
    [this.piece, this.showPiece] = pieceView();
    [this.next, this.showNext] = pieceView();
    [this.pile, this.pushPile, this.clearPile] = sparkline();
    [this.statsElement, this.setStats] = stats(['piece', 'next', 'lines', 'moves', 'moves/s', 'height', 'pile']);
    this.why = new Why((index) => this.look(index));
    this.heat = h('input', { type: 'checkbox', checked: values.heat === '1', onchange: () => this.redraw() });
    this.pace = new Pace(this, { speed: 4 });
    this.choice = await Choice.make(values, () => this.begin(0).catch((error) => say(error.message)));
    this.state = h('p', { class: 'hint' });
    this.element = h('div', {}, h('h1', {}, 'Watch a controller play'), this.choice.element,
      h('div', { class: 'grid watch' },
        h('section', { class: 'panel', 'aria-label': 'the game' },
          h('div', { class: 'well' }, this.board.canvas), this.pace.element,
          h('div', { class: 'keys' }, h('label', { class: 'row' }, this.heat, 'heat map of all placements')),
          h('p', { class: 'hint' }, h('kbd', {}, 'space'), ' play or pause  ', h('kbd', {}, '←'), ' ', h('kbd', {}, '→'),
            ' back, step  ', h('kbd', {}, '+'), ' ', h('kbd', {}, '−'), ' speed  ', h('kbd', {}, 'h'), ' heat map  ',
            h('kbd', {}, 'r'), ' restart. A controller file dropped onto the page plays.')),
        h('div', { class: 'stack' }, h('section', { class: 'panel', 'aria-label': 'numbers' }, this.statsElement, this.state),
          this.why.element)));
    const move = Number(values.move ?? 0);
    await this.begin(Number.isSafeInteger(move) && move > 0 ? move : 0);
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (values.move == null && !still) this.pace.start();
  }

  /** A new game, at a move of it. */
  async begin(move) {
    const playing = this.pace.playing;
    this.pace.stop();
    const opened = await Game.open({
      who: this.choice.who, rules: this.choice.rules, seed: this.choice.seed.value.trim(),
    });
    this.game?.close();
    this.game = opened;
    say();
    this.board.resize(opened.width, opened.height);
    this.explained = null;
    this.looked = null;
    this.rate = null;
    this.clearPile();
    await this.pace.to(move);
    if (playing) this.pace.start();
  }

  over() { return this.game.shown.state !== 'playing'; }

  /** The move that is shown, or on its way to be. */
  now() { return this.target ?? this.game.shown.pieces; }

  changed() { if (this.game) this.remember(); }

  /** Shows the moment at which the game was stopped. */
  async settle() {
    await this.explain();
    if (this.left || this.pace.playing) return;
    this.redraw();
    this.remember();
    this.tell();
  }

  async seek(move, still) {
    this.target = move;
    if (move !== this.game.shown.pieces + 1) {
      // The last moves one by one, so that the pile can be seen.
      this.clearPile();
      await this.game.seek(Math.max(0, move - PILE), still, () => this.showNumbers());
    }
    while (still()) {
      this.pushPile(this.game.shown.height, this.game.height);
      if (this.game.shown.pieces >= move || this.over()) break;
      await this.game.step(1);
    }
    if (this.target === move) this.target = null;
    if (!still()) return;
    await this.explain();
    this.redraw();
    this.remember();
    this.tell();
  }

  /** Plays moves at high speed. */
  async advance(moves) {
    const now = performance.now();
    const explain = now - (this.explainedAt ?? 0) > EXPLAIN_EVERY;
    if (explain) this.explainedAt = now;
    const before = this.game.shown.pieces;
    const shown = await this.game.step(moves, explain);
    if (explain) this.explained = shown.explained;
    this.measure(shown.pieces - before);
    this.pushPile(shown.height, this.game.height);
    this.redraw(explain);
    if (explain) this.remember();
    if (this.over()) this.redraw();
    this.tell(5000);
  }

  /** One move, seen: the piece falls, full rows go. */
  async fall(seconds, still) {
    const before = this.game.shown;
    if (!this.explained) await this.explain();
    const chosen = this.explained?.placements[this.explained.chosen];
    const begun = performance.now();
    const heat = this.heat.checked && this.explained ? heatOf(this.explained) : [];
    if (chosen) {
      const shape = this.shapes[before.piece][chosen.orientation];
      const from = this.game.height - shape.height;
      for (let part = 0; part < 1 && still();) {
        part = Math.min(1, (await frame() - begun) / 1000 / (seconds * 0.6));
        const row = from + (chosen.row - from) * Math.max(0, part * 1.25 - 0.25) ** 2;
        this.board.show({
          rows: before.board, heat, ghosts: [{ cells: chosen.cells, letter: before.piece }],
          piece: { letter: before.piece, cells: shapeCells(shape, chosen.column, row) },
        });
      }
    }
    if (!still()) return;
    const shown = await this.game.step(1);
    this.explained = null;
    this.measure(1);
    const { last } = shown;
    if (last?.cleared.length) {
      // The rows as they were when the piece had landed.
      const rows = before.board.map((line) => [...line]);
      for (const [x, y] of last.cells) if (y < rows.length) rows[rows.length - 1 - y][x] = last.piece;
      while (performance.now() - begun < seconds * 900 && still()) {
        this.board.show({ rows: rows.map((line) => line.join('')), flash: last.cleared });
        await frame();
      }
    }
    this.pushPile(shown.height, this.game.height);
    await this.explain();
    this.redraw();
    while (performance.now() - begun < seconds * 1000 && still()) await frame();
    this.remember();
    this.tell(5000);
  }

  /** The moves of the last second or so. */
  measure(moves) {
    const now = performance.now();
    this.window = [...(this.window ?? []).filter(([time]) => now - time < 1500), [now, moves]];
    const span = now - this.window[0][0];
    if (span > 400) this.rate = this.window.slice(1).reduce((sum, [, count]) => sum + count, 0) / span * 1000;
  }

  async explain() {
    this.explained = this.over() ? null : await this.game.explain();
  }

  look(index) {
    this.looked = index;
    if (!this.pace.playing) this.redraw(false);
  }

  showNumbers() {
    const { shown } = this.game;
    const shape = (letter) => this.shapes[letter]?.find(({ height }) => height <= 2);
    this.showPiece(shown.piece, shape(shown.piece));
    this.showNext(shown.next, shape(shown.next));
    const rate = this.rate && this.pace.playing ? whole(Math.round(this.rate)) : '–';
    this.setStats(this.piece, shown.next ? this.next : 'not seen', whole(shown.lines), whole(shown.pieces), rate,
      String(shown.height), this.pile);
    const end = { playing: '', lost: 'The game is over. ', 'out-of-pieces': 'The piece sequence has ended. ' }[shown.state];
    this.state.textContent = `${end}${this.game.name} (${this.game.search}) on ${this.game.rules.board}`;
  }

  redraw(panels = true) {
    const { shown } = this.game;
    const { explained } = this;
    this.showNumbers();
    if (panels) this.why.show(explained);
    const ghosts = [];
    const slow = !this.pace.playing || this.pace.speed <= SEEN;
    if (explained && slow) {
      const looked = explained.placements[this.looked ?? explained.chosen];
      const second = explained.placements[explained.chosen === 0 ? 1 : 0];
      if (looked) ghosts.push({ cells: looked.cells, letter: explained.piece });
      if (second && this.looked == null) ghosts.push({ cells: second.cells, letter: explained.piece, dashed: true });
    }
    const heat = this.heat.checked && explained && slow ? heatOf(explained) : [];
    this.board.show({ rows: shown.board, ghosts, heat, dim: shown.state === 'lost' });
  }

  remember() {
    if (this.left) return;
    address.write('watch', {
      ...this.choice.values, heat: this.heat.checked ? '1' : undefined, move: this.game.shown.pieces,
    });
  }

  tell(every = 0) {
    const { shown } = this.game;
    const { last } = shown;
    const where = last ? `${last.piece} to ${place(last)}; ` : '';
    announce(`Move ${shown.pieces}: ${where}${shown.lines} lines, height ${shown.height}`, every);
    this.board.canvas.setAttribute('aria-label',
      `the board after move ${shown.pieces}: ${shown.lines} lines, height ${shown.height}`);
  }

  key(event) {
    if (this.pace.key(event)) return;
    if (event.key === 'h' && !isTyping(event)) this.heat.click();
  }

  /** A controller file was dropped. */
  file(file) { return this.choice.open(file); }

  leave() {
    this.left = true;
    this.pace.stop();
    this.game?.close();
  }
}
