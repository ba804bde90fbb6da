// Race: two to four controllers on the same pieces, side by side.

import * as address from './address.js';
import { boardView, shapeCells, sparkline } from './board.js';
import { Choice, controllerSelect } from './choose.js';
import { announce, button, frame, h, say, stats, whole } from './dom.js';
import { Game, catalogue } from './engine.js';
import { Pace } from './pace.js';

const FIRST = ['tetrarium-3', 'bcts', 'dellacherie', 'lspi'];
const MOST = 4;

export default class Race {
  async build(values) {
    this.shapes = (await catalogue()).shapes;
    this.lanes = [];
    this.row = h('div', { class: 'lanes' });
    this.pace = new Pace(this, { speed: 16 });
    this.choice = await Choice.make(values, () => this.restart(), { files: false });
    // The lanes have the controllers; of the common fields the seed and the rules are left.
    this.choice.select.parentElement.remove();
    this.add = button('Add a controller', () => this.more());
    this.choice.element.prepend(this.add);
    this.element = h('div', {}, h('h1', {}, 'Race controllers on the same pieces'), this.choice.element,
      h('div', { class: 'panel drive' }, this.pace.element), this.row);
    const names = (values.controllers ?? FIRST.slice(0, 3).join()).split(',').slice(0, MOST);
    for (const name of names.length > 1 ? names : FIRST.slice(0, 2)) await this.lane(name);
    await this.restart(Number(values.move) || 0);
    if (values.move == null && !matchMedia('(prefers-reduced-motion: reduce)').matches) this.pace.start();
  }

  async lane(name) {
    const lane = { board: boardView(`the board of ${name}`) };
    [lane.pile, lane.push, lane.clear] = sparkline(80);
    [lane.stats, lane.set] = stats(['lines', 'height', 'pile']);
    lane.select = await controllerSelect(name, () => this.restart());
    lane.select.setAttribute('aria-label', 'controller');
    lane.badge = h('span', { class: 'badge' }, '');
    const out = button('×', () => this.less(lane), { 'aria-label': 'take this controller out', class: 'out' });
    lane.element = h('section', { class: 'panel lane' }, h('h2', {}, lane.select, out),
      h('div', { class: 'well' }, lane.board.canvas), h('p', {}, lane.badge), lane.stats);
    this.lanes.push(lane);
    this.row.append(lane.element);
    this.count();
  }

  count() {
    this.add.disabled = this.lanes.length >= MOST;
    for (const { element } of this.lanes) element.querySelector('.out').disabled = this.lanes.length <= 2;
  }

  async more() {
    const used = this.lanes.map(({ select }) => select.value);
    await this.lane(FIRST.find((name) => !used.includes(name)) ?? 'bcts');
    await this.restart();
  }

  async less(lane) {
    lane.game?.close();
    lane.element.remove();
    this.lanes = this.lanes.filter((one) => one !== lane);
    this.count();
    await this.restart();
  }

  async restart(move = 0) {
    const playing = this.pace.playing;
    this.pace.stop();
    say();
    for (const lane of this.lanes) {
      try {
        const game = await Game.open({
          who: { name: lane.select.value }, rules: this.choice.rules, seed: this.choice.seed.value.trim(),
        });
        lane.game?.close();
        lane.game = game;
        lane.board.resize(game.width, game.height);
        lane.clear();
      } catch (error) {
        say(`${lane.select.value}: ${error.message}`);
        if (!lane.game) throw error;
      }
    }
    this.moves = 0;
    await this.pace.to(Number.isSafeInteger(move) && move > 0 ? move : 0);
    if (playing) this.pace.start();
  }

  over() { return this.lanes.every(({ game }) => game.shown.state !== 'playing'); }

  now() { return this.target ?? this.moves; }

  changed() { this.remember(); }

  settle() { this.remember(); }

  async seek(move, still) {
    this.target = move;
    await Promise.all(this.lanes.map(({ game }) => game.seek(move, still)));
    if (this.target === move) this.target = null;
    if (!still()) return;
    this.moves = move;
    this.redraw();
    this.remember();
  }

  async advance(moves) {
    await Promise.all(this.lanes.map(({ game }) => (game.shown.state === 'playing' ? game.step(moves) : null)));
    this.moves += moves;
    this.redraw();
    this.remember();
  }

  /** One move of each, seen falling. */
  async fall(seconds, still) {
    const begun = performance.now();
    const before = this.lanes.map(({ game }) => game.shown);
    await Promise.all(this.lanes.map(({ game }) => (game.shown.state === 'playing' ? game.step(1) : null)));
    this.moves += 1;
    for (let part = 0; part < 1 && still();) {
      part = Math.min(1, (await frame() - begun) / 1000 / (seconds * 0.8));
      this.lanes.forEach(({ board, game }, index) => {
        const { last } = game.shown;
        if (!last || before[index].state !== 'playing') return;
        const shape = this.shapes[last.piece][last.orientation];
        const from = game.height - shape.height;
        const row = from + (last.row - from) * part ** 2;
        board.show({
          rows: before[index].board,
          piece: { letter: last.piece, cells: shapeCells(shape, last.column, row) },
        });
      });
    }
    this.redraw();
    while (performance.now() - begun < seconds * 1000 && still()) await frame();
    this.remember();
  }

  redraw() {
    const most = Math.max(...this.lanes.map(({ game }) => game.shown.lines));
    for (const { board, game, set, badge, pile, push, element } of this.lanes) {
      const { shown } = game;
      const lost = shown.state !== 'playing';
      if (!lost) push(shown.height, game.height);
      board.show({ rows: shown.board, dim: lost });
      set(whole(shown.lines), String(shown.height), pile);
      const leads = shown.lines === most && most > 0 && this.lanes.some((one) => one.game.shown.lines < most);
      badge.textContent = lost ? `over at move ${whole(shown.pieces)}` : leads ? `move ${whole(shown.pieces)}, leads` : `move ${whole(shown.pieces)}`;
      badge.className = lost ? 'badge bad' : leads ? 'badge live' : 'badge';
      element.classList.toggle('lost', lost);
    }
    const told = this.lanes.map(({ game }) => `${game.name} ${game.shown.lines} lines`);
    announce(`Move ${this.moves}: ${told.join(', ')}`, this.pace.playing ? 5000 : 0);
  }

  remember() {
    if (this.left || !this.choice) return;
    const { controller, ...values } = this.choice.values;
    address.write('race', { controllers: this.lanes.map(({ select }) => select.value).join(), ...values, move: this.moves });
  }

  key(event) { this.pace.key(event); }

  leave() {
    this.left = true;
    this.pace.stop();
    for (const { game } of this.lanes) game?.close();
  }
}
