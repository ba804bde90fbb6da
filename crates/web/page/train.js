// Train: with `tetrarium serve`, the runs of the folder and their curves.

import * as address from './address.js';
import { announce, button, digits, field, h, pause, say, stats, whole } from './dom.js';
import { withoutServer } from './lab.js';
import { Plot, lineColour } from './plots.js';
import { api, isServed } from './server.js';

/** How often the page asks, in milliseconds. */
const EVERY = 700;
/** The most weights that are drawn. */
const MOST_WEIGHTS = 24;

export default class Train {
  async build(values) {
    if (!isServed) {
      this.element = withoutServer('Train a controller', 'Training');
      return;
    }
    const { experiments } = await api('experiments');
    this.experiment = h('select', { onchange: () => this.describe(experiments) },
      experiments.map(({ name }) => h('option', {}, name)));
    this.experiment.value = 'quick';
    this.seed = h('input', { class: 'num', inputmode: 'numeric', placeholder: 'its own' });
    this.about = h('p', { class: 'hint' });
    this.describe(experiments);
    this.list = h('ul', { class: 'list' });
    this.tournaments = h('div');
    this.lay();
    this.run = values.run;
    this.follow();
  }

  describe(experiments) {
    const { summary, method } = experiments.find(({ name }) => name === this.experiment.value);
    this.about.textContent = `${method}: ${summary}`;
  }

  lay() {
    [this.numbers, this.setNumbers] = stats(['state', 'generations', 'best fitness', 'moves', 'measured lines']);
    this.bar = h('progress', { max: 1, value: 0, 'aria-label': 'share of the budget' });
    this.title = h('h2', {}, 'No run is chosen');
    this.state = h('p', { class: 'hint' });
    this.curveBox = h('div', { class: 'plot' });
    this.weightBox = h('div', { class: 'plot' });
    this.stopButton = button('Stop', () => this.act('stop'), { disabled: true });
    this.resumeButton = button('Resume', () => this.act('resume'), { disabled: true });
    this.watchButton = button('Watch the current best', () => this.watch(), { disabled: true });
    this.report = h('a', { hidden: true, target: '_blank', rel: 'noopener' }, 'Report');
    this.element = h('div', {}, h('h1', {}, 'Train a controller'),
      h('div', { class: 'bar' }, field('Experiment', this.experiment), field('Seed', this.seed),
        button('Train', () => this.start(), { class: 'main' })), this.about,
      h('div', { class: 'two' },
        h('section', { class: 'panel' }, h('h2', {}, 'Runs'), h('div', { class: 'scroll taller' }, this.list), this.tournaments),
        h('section', { class: 'panel' }, this.title, this.numbers, this.bar, this.state,
          h('div', { class: 'keys' }, this.stopButton, this.resumeButton, this.watchButton, this.report),
          h('h2', {}, 'Fitness of each generation ', h('small', {}, 'worst, quartiles, best')), this.curveBox,
          h('h2', {}, 'Weights ', h('small', {}, 'of the result, scaled to length 1')), this.weightBox)));
  }

  async start() {
    try {
      say();
      const seed = this.seed.value.trim();
      const { name } = await api('train', { experiment: this.experiment.value, ...(seed && { seed }) });
      this.look(name);
    } catch (error) {
      say(error.message);
    }
  }

  async act(what) {
    try {
      await api(what, { name: this.run });
    } catch (error) {
      say(error.message);
    }
  }

  look(name) {
    this.run = name;
    this.lines = [];
    this.weights = undefined;
    this.listed = undefined;
    this.remember();
  }

  async watch() {
    const packed = await address.pack(this.controller);
    if (!packed) {
      say('This controller is too large for an address: open its file in Watch.');
      return;
    }
    location.hash = `#watch?${new URLSearchParams({ file: packed, ...(this.board && { board: this.board }) })}`;
  }

  async follow() {
    this.curves = await Plot.in(this.curveBox, {
      x: 'generation', y: 'fitness', bands: [{ series: [4, 2], fill: 'hsl(222 65% 55% / .25)' }, { series: [5, 1], fill: 'hsl(222 65% 55% / .1)' }],
      series: [{ label: 'worst', stroke: 'hsl(222 40% 60% / .6)', width: 1 }, { label: 'lower quartile', stroke: 'hsl(222 55% 55% / .8)', width: 1 },
        { label: 'median', stroke: lineColour(0), width: 2 }, { label: 'upper quartile', stroke: 'hsl(222 55% 55% / .8)', width: 1 },
        { label: 'best', stroke: lineColour(2), width: 2 }],
    });
    if (this.run) this.look(this.run);
    while (!this.left) {
      try {
        await this.ask();
      } catch (error) {
        if (!this.left) say(error.message);
      }
      await pause(EVERY);
    }
  }

  async ask() {
    const { runs, tournaments, folder } = await api('runs');
    if (!this.run && runs.length) this.look((runs.find(({ state }) => state === 'running') ?? runs[0]).name);
    this.showList(runs, tournaments, folder);
    if (!this.run) return;
    const name = this.run;
    const from = this.lines.length ? this.lines.at(-1).generation + 1 : 0;
    const answer = await api(`run?${new URLSearchParams({ name, from })}`);
    if (this.left || name !== this.run) return;
    await this.show(runs.find((run) => run.name === name), answer);
    const { ended } = await api('ended');
    const end = ended.find((one) => one.name === name);
    if (end) this.state.textContent = end.why;
  }

  showList(runs, tournaments, folder) {
    const text = JSON.stringify([runs.map(({ name, state }) => [name, state]), tournaments, this.run]);
    if (text === this.listed) return;
    this.listed = text;
    this.list.replaceChildren(...runs.map(({ name, state }) => h('li', {},
      button([h('span', {}, name), h('span', { class: `badge ${{ running: 'live', unusable: 'bad' }[state] ?? ''}` }, state)],
        () => this.look(name), { 'aria-pressed': String(name === this.run) }))));
    if (!runs.length) this.list.replaceChildren(h('li', { class: 'hint' }, `There is no run in ${folder} yet.`));
    this.tournaments.replaceChildren(...(tournaments.length ? [h('h2', {}, 'Tournaments'), h('ul', {}, tournaments.map((name) => h('li', {},
      h('a', { href: `runs/${name}/report.html`, target: '_blank', rel: 'noopener' }, name))))] : []));
  }

  async show(run, { generations, weights, controller }) {
    this.title.textContent = this.run;
    this.controller = controller;
    this.watchButton.disabled = !controller;
    if (run) {
      this.board = run.board === '10x20' ? undefined : run.board;
      this.bar.value = run.share;
      const measured = run.measured ? `${digits(run.measured[1])} on ${run.measured[0]}` : '–';
      this.setNumbers(run.state, whole(run.generations), digits(run.best), whole(run.moves), measured);
      this.stopButton.disabled = !run.started;
      this.resumeButton.disabled = run.state !== 'interrupted';
      this.state.textContent = run.error ?? (run.state === 'running' && !run.started ? 'Another process trains this run; only it can stop it.' : `${run.method}, ${run.experiment}`);
      this.report.hidden = !run.report;
      this.report.href = `runs/${run.name}/report.html`;
      announce(`${run.name}: ${run.state}, generation ${run.generations}, best fitness ${digits(run.best)}`, 5000);
    }
    const first = !this.weights;
    if (first) await this.makeWeights(weights ?? []);
    if (!generations.length && !first) return;
    this.lines.push(...generations);
    this.draw();
  }

  async makeWeights(names) {
    this.weights = names.slice(0, MOST_WEIGHTS);
    this.weightPlot?.leave();
    this.weightPlot = this.weights.length ? await Plot.in(this.weightBox, {
      x: 'generation', y: 'weight', series: this.weights.map((label, index) => ({ label, stroke: lineColour(index) })),
    }) : undefined;
  }

  draw() {
    const at = this.lines.map(({ generation }) => generation);
    this.curves.set([at, ...[0, 1, 2, 3, 4].map((place) => this.lines.map(({ fitness }) => fitness[place]))]);
    if (!this.weightPlot) return;
    const scaled = this.lines.map(({ genes }) => {
      if (!genes) return [];
      const length = Math.hypot(...genes.slice(0, this.weights.length)) || 1;
      return genes.map((gene) => gene / length);
    });
    this.weightPlot.set([at, ...this.weights.map((_, place) => scaled.map((genes) => genes[place] ?? null))]);
  }

  remember() {
    if (!this.left) address.write('train', { run: this.run });
  }

  leave() {
    this.left = true;
    this.curves?.leave();
    this.weightPlot?.leave();
  }
}
