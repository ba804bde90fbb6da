// The engine as functions: each asks the worker and waits for its answer.

const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
const waiting = new Map();
let asked = 0;

worker.onmessage = ({ data: { id, answer } }) => {
  const { resolve, reject } = waiting.get(id);
  waiting.delete(id);
  if (answer && answer.error) reject(new Error(answer.error));
  else resolve(answer);
};
worker.onerror = (event) => {
  for (const { reject } of waiting.values()) {
    reject(new Error(event.message || 'the engine cannot be loaded'));
  }
  waiting.clear();
};

/** The engine's answer to a request; an error with its sentence if there is none. */
export function ask(request) {
  return new Promise((resolve, reject) => {
    asked += 1;
    waiting.set(asked, { resolve, reject });
    worker.postMessage({ id: asked, request });
  });
}

let all;
/** Controllers, rules, searches and pieces. */
export const catalogue = () => (all ??= ask({ do: 'catalogue' }).then((found) => {
  found.shapes = Object.fromEntries(found.pieces.map((piece) => [piece.letter, piece.shapes]));
  return found;
}));

/** The most moves of one request, so that the page can be stopped and shows progress. */
const SLICE = 20000;

/** A game: it goes forward and back, and says why its player moves as it does. */
export class Game {
  static async open({ who, rules, seed, number = 0 }) {
    const game = new Game();
    Object.assign(game, await ask({ do: 'open', who, rules, seed: String(seed), number }));
    return game;
  }

  async step(moves, explain = false) {
    this.shown = await ask({ do: 'step', id: this.id, moves, explain });
    return this.shown;
  }

  /** Goes to a move; `still` says whether it is still wanted, `show` is told of the way. */
  async seek(move, still = () => true, show = () => {}) {
    if (move < this.shown.pieces) this.shown = await ask({ do: 'rewind', id: this.id, to: move });
    while (this.shown.pieces < move && this.shown.state === 'playing' && still()) {
      const before = this.shown.pieces;
      await this.step(Math.min(SLICE, move - before));
      if (this.shown.pieces === before) break;
      show(this.shown);
    }
    return this.shown;
  }

  explain(also) {
    return ask({ do: 'explain', id: this.id, also });
  }

  async place(orientation, column) {
    this.shown = await ask({ do: 'place', id: this.id, orientation, column });
    return this.shown;
  }

  close() {
    return ask({ do: 'close', id: this.id });
  }
}
