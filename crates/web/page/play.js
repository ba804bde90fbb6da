// Play: the visitor places the pieces, and sees what each move cost by the machine's rating.

import * as address from './address.js';
import { boardView, colour, landingRow, pieceView, shapeCells, sharp } from './board.js';
import { Choice } from './choose.js';
import { announce, button, digits, h, isTyping, say, stats, whole } from './dom.js';
import { Game, catalogue } from './engine.js';
import { place } from './why.js';

/** The most moves in the graph. */
const SHOWN = 60;
/** How far a finger moves for one column, in pixels. */
const SWIPE = 26;

export default class Play {
  async build(values) {
    this.shapes = (await catalogue()).shapes;
    this.board = boardView('the board: arrow keys move and turn, space drops', { tabindex: 0, role: 'application' });
    [this.next, this.showNext] = pieceView();
    [this.statsElement, this.setStats] = stats(['lines', 'moves', 'height', 'next', 'last move cost', 'best moves', 'mean cost']);
    this.advice = h('input', { type: 'checkbox', checked: values.advice === '1', onchange: () => { this.redraw(); this.remember(); } });
    this.chart = h('canvas', { class: 'chart', role: 'img', 'aria-label': 'what each move cost' });
    this.drawChart = sharp(this.chart, (context, width, height) => this.paintChart(context, width, height));
    this.verdict = h('p', { class: 'why', 'aria-live': 'polite' });
    this.choice = await Choice.make(values, () => this.begin().catch((error) => say(error.message)));
    const touch = (text, label, act) => button(text, () => { act(); this.board.canvas.focus({ preventScroll: true }); }, { 'aria-label': label });
    this.element = h('div', {}, h('h1', {}, 'Play, with the machine’s advice'), this.choice.element,
      h('div', { class: 'grid play' },
        h('section', { class: 'panel', 'aria-label': 'the game' }, h('div', { class: 'well' }, this.board.canvas),
          h('div', { class: 'touch' }, touch('←', 'left', () => this.shift(-1)), touch('↻', 'turn', () => this.turn(1)),
            touch('→', 'right', () => this.shift(1)), touch('↓', 'drop', () => this.drop())),
          h('div', { class: 'keys' }, h('label', { class: 'row' }, this.advice, 'show the machine’s move'),
            button('New game', () => this.begin())),
          h('p', { class: 'hint' }, h('kbd', {}, '←'), ' ', h('kbd', {}, '→'), ' move  ', h('kbd', {}, '↑'), ' turn  ',
            h('kbd', {}, 'space'), ' drop  ', h('kbd', {}, 'a'), ' advice  ', h('kbd', {}, 'm'), ' let the machine move')),
        h('div', { class: 'stack' },
          h('section', { class: 'panel', 'aria-label': 'numbers' }, this.statsElement),
          h('section', { class: 'panel' }, h('h2', {}, 'What each move cost ', h('small', {}, 'the best placement’s rating less yours')),
            this.chart, this.verdict))));
    this.listen();
    await this.begin();
  }

  listen() {
    const { canvas } = this.board;
    let from;
    canvas.addEventListener('pointerdown', (event) => {
      from = { x: event.clientX, y: event.clientY, column: this.column, moved: false, time: event.timeStamp };
      canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener('pointermove', (event) => {
      if (!from) return;
      const by = Math.trunc((event.clientX - from.x) / SWIPE);
      if (by) from.moved = true;
      if (from.moved) this.to(from.column + by);
    });
    canvas.addEventListener('pointerup', (event) => {
      if (!from) return;
      const [x, y] = [event.clientX - from.x, event.clientY - from.y];
      if (y > 40 && y > Math.abs(x)) this.drop();
      else if (!from.moved && Math.hypot(x, y) < 12) this.turn(1);
      from = null;
    });
    canvas.addEventListener('pointercancel', () => { from = null; });
  }

  async begin() {
    const game = await Game.open({ who: this.choice.who, rules: this.choice.rules, seed: this.choice.seed.value.trim() });
    this.game?.close();
    this.game = game;
    say();
    this.costs = [];
    this.board.resize(game.width, game.height);
    this.verdict.textContent = 'Place the first piece.';
    await this.present();
    this.remember();
  }

  get shape() { return this.shapes[this.game.shown.piece]?.[this.orientation]; }

  /** A new piece. */
  async present() {
    const { shown } = this.game;
    this.explained = shown.state === 'playing' ? await this.game.explain() : null;
    if (this.explained) {
      this.orientation = shown.piece === 'I' ? 1 : 0;
      this.column = Math.floor((this.game.width - this.shape.width) / 2);
    }
    this.redraw();
  }

  to(column) {
    if (!this.explained) return;
    this.column = Math.max(0, Math.min(this.game.width - this.shape.width, column));
    this.redraw();
  }

  shift(by) { this.to(this.column + by); }

  turn(by) {
    if (!this.explained) return;
    const count = this.shapes[this.game.shown.piece].length;
    this.orientation = (this.orientation + by + count) % count;
    this.to(this.column);
  }

  drop() { return this.place(this.orientation, this.column); }

  /** The machine's move. */
  machine() {
    if (!this.explained) return;
    const chosen = this.explained.placements[this.explained.chosen];
    this.place(chosen.orientation, chosen.column);
  }

  async place(orientation, column) {
    const { explained } = this;
    if (!explained || this.busy) return;
    const rank = explained.placements.findIndex((one) => one.orientation === orientation && one.column === column);
    this.busy = true;
    try {
      await this.game.place(orientation, column);
      const [best, own] = [explained.placements[0], explained.placements[rank]];
      const cost = own?.value == null || best.value == null ? null : Math.max(0, best.value - own.value);
      this.costs.push({ cost, rank, best: cost === 0 || rank === 0 });
      this.judge(explained, best, own, rank, cost);
      await this.present();
    } catch (error) {
      say(error.message);
    } finally {
      this.busy = false;
    }
    this.remember();
  }

  judge(explained, best, own, rank, cost) {
    const { shown } = this.game;
    if (shown.state !== 'playing') {
      this.verdict.textContent = `The game is over after ${whole(shown.pieces)} moves with ${whole(shown.lines)} lines.`;
    } else if (cost === 0 || rank === 0) {
      this.verdict.textContent = `Move ${shown.pieces}: as the machine would.`;
    } else {
      const price = cost == null ? 'that may end the game' : `it cost ${digits(cost)}`;
      this.verdict.textContent = `Move ${shown.pieces}: number ${rank + 1} of ${explained.placements.length}, ${price}. `
        + `The machine: ${place(best)}.`;
    }
  }

  redraw() {
    const { shown, height } = this.game;
    const ghosts = [];
    let piece;
    if (this.explained && this.shape) {
      const row = landingRow(shown.board, this.shape, this.column);
      ghosts.push({ cells: shapeCells(this.shape, this.column, row), letter: shown.piece });
      piece = { letter: shown.piece, cells: shapeCells(this.shape, this.column, height - this.shape.height) };
      if (this.advice.checked) {
        ghosts.push({ cells: this.explained.placements[this.explained.chosen].cells, letter: 'mark', dashed: true });
      }
    }
    this.board.show({ rows: shown.board, ghosts, piece, dim: shown.state !== 'playing' });
    this.showNext(shown.next, this.shapes[shown.next]?.find(({ height }) => height <= 2));
    const known = this.costs.filter(({ cost }) => cost != null);
    const mean = known.length ? known.reduce((sum, { cost }) => sum + cost, 0) / known.length : null;
    const share = this.costs.length ? `${Math.round(this.costs.filter(({ best }) => best).length / this.costs.length * 100)} %` : '–';
    this.setStats(whole(shown.lines), whole(shown.pieces), String(shown.height), shown.next ? this.next : 'not seen',
      digits(this.costs.at(-1)?.cost ?? null), share, digits(mean));
    this.drawChart();
    announce(`piece ${shown.piece}, column ${this.column}, orientation ${this.orientation}`);
  }

  paintChart(context, width, height) {
    const costs = (this.costs ?? []).slice(-SHOWN);
    const most = Math.max(1e-9, ...costs.map(({ cost }) => cost ?? 0));
    const step = width / SHOWN;
    context.fillStyle = colour('line');
    context.fillRect(0, height - 1, width, 1);
    costs.forEach(({ cost, best }, index) => {
      const tall = best ? 3 : cost == null ? height - 16 : Math.max(3, (height - 16) * cost / most);
      context.fillStyle = colour(best ? 'good' : cost == null ? 'mark' : 'bad');
      context.fillRect(index * step + 1, height - tall, Math.max(1, step - 2), tall);
    });
    context.fillStyle = colour('soft');
    context.font = '12px system-ui, sans-serif';
    context.textBaseline = 'top';
    if (costs.length) context.fillText(`${digits(most)} and less`, 2, 0);
    const last = costs.at(-1);
    this.chart.setAttribute('aria-label', costs.length
      ? `what each move cost: ${costs.length} moves, the last ${last.cost == null ? 'may end the game' : digits(last.cost)}`
      : 'what each move cost: no move yet');
  }

  remember() {
    if (this.left) return;
    address.write('play', { ...this.choice.values, advice: this.advice.checked ? '1' : undefined });
  }

  key(event) {
    if (isTyping(event) || (event.target.tagName === 'BUTTON' && event.key === ' ')) return;
    const act = {
      ArrowLeft: () => this.shift(-1), ArrowRight: () => this.shift(1), ArrowUp: () => this.turn(1),
      ArrowDown: () => this.drop(), ' ': () => this.drop(), a: () => this.advice.click(), m: () => this.machine(),
    }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  file(file) { return this.choice.open(file); }

  leave() {
    this.left = true;
    this.game?.close();
  }
}
