// The speed of a game, and the buttons that drive it.

import { button, frame, h, isTyping, whole } from './dom.js';

const SPEEDS = [1, 2, 4, 8, 16, 32, 64, 250, 1000, 10000, Infinity];
/** Up to this many moves a second a piece is seen falling. */
export const SEEN = 16;
/** How long one request may take at the highest speed, in milliseconds. */
const BUSY = 14;

/** Play, pause, step, back and speed. `driver` has `advance(moves)`, `seek(move)`, `fall(seconds)`,
 * `over()`, `now()`, `changed(playing)` and `settle()`. */
export class Pace {
  constructor(driver, { speed = 4, back = true } = {}) {
    this.driver = driver;
    this.run = 0;
    this.playButton = button('Play', () => this.toggle(), { class: 'main play-button' });
    this.range = h('input', {
      type: 'range', min: 0, max: SPEEDS.length - 1, value: SPEEDS.indexOf(speed), 'aria-label': 'speed',
      oninput: () => this.showSpeed(),
    });
    this.output = h('output');
    this.element = h('div', { class: 'keys' }, this.playButton,
      back && button('◀ Back', () => this.move(-1), { title: 'one move back' }),
      button('Step ▶', () => this.move(1), { title: 'one move' }),
      button('Restart', () => this.to(0)),
      h('label', { class: 'speed' }, this.range, this.output));
    this.showSpeed();
  }

  get speed() { return SPEEDS[this.range.value]; }

  get playing() { return this.run % 2 === 1; }

  showSpeed() {
    this.output.textContent = this.speed === Infinity ? 'full speed' : `${whole(this.speed)} moves/s`;
    this.range.setAttribute('aria-valuetext', this.output.textContent);
  }

  faster(by) {
    this.range.value = Number(this.range.value) + by;
    this.showSpeed();
  }

  toggle() {
    if (this.playing) this.stop();
    else this.start();
  }

  stop() {
    if (this.playing) this.run += 1;
    this.playButton.textContent = 'Play';
    this.driver.changed(false);
  }

  /** Stops, goes to a move, and shows it. */
  async to(move) {
    this.stop();
    this.run += 2;
    const { run } = this;
    await this.driver.seek(Math.max(0, move), () => this.run === run);
  }

  /** Some moves forward or back from the last one asked for. */
  move(by) {
    return this.to(this.driver.now() + by);
  }

  async start() {
    if (this.playing || this.driver.over()) return;
    this.run += 1;
    const { run } = this;
    const still = () => this.run === run;
    this.playButton.textContent = 'Pause';
    this.driver.changed(true);
    let [last, due, slice] = [performance.now(), 0, 64];
    while (still() && !this.driver.over()) {
      if (this.speed <= SEEN) {
        await this.driver.fall(1 / this.speed, still);
        [last, due] = [performance.now(), 0];
        continue;
      }
      const now = await frame();
      if (!still()) break;
      due = Math.min(due + (now - last) / 1000 * this.speed, slice * 4);
      last = now;
      const moves = this.speed === Infinity ? slice : Math.floor(Math.min(due, slice));
      if (moves < 1) continue;
      due -= moves;
      const begun = performance.now();
      await this.driver.advance(moves);
      const took = performance.now() - begun;
      if (took > 2 * BUSY) slice = Math.max(1, slice >> 1);
      else if (took < BUSY && slice < 500000) slice *= 2;
    }
    if (still()) this.stop();
    // What was on its way when the game was stopped has come: show where it stands.
    if (this.run === run + 1) await this.driver.settle();
  }

  /** Answers a key of the keyboard; says whether it did. */
  key(event) {
    if (isTyping(event)) return false;
    const act = {
      ' ': () => event.target.tagName !== 'BUTTON' && this.toggle(),
      ArrowRight: () => this.move(1),
      ArrowLeft: () => this.move(-1),
      '+': () => this.faster(1),
      '=': () => this.faster(1),
      '-': () => this.faster(-1),
      r: () => this.to(0),
    }[event.key];
    if (!act || act() === false) return false;
    event.preventDefault();
    return true;
  }
}
