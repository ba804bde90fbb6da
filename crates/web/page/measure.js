// Measure: with `tetrarium serve`, a measurement that grows before the eyes.

import * as address from './address.js';
import { Choice } from './choose.js';
import { announce, button, digits, field, h, pause, say, stats, whole } from './dom.js';
import { withoutServer } from './lab.js';
import { Plot, bars, lineColour } from './plots.js';
import { api, isServed } from './server.js';

/** How often the page asks, in milliseconds. */
const EVERY = 400;

export default class Measure {
  async build(values) {
    if (!isServed) {
      this.element = withoutServer('Measure a controller', 'Measuring');
      return;
    }
    this.choice = await Choice.make({ board: '10x10', ...values }, () => this.remember());
    this.by = h('select', { onchange: () => this.showAmount() },
      h('option', { value: 'games' }, 'by games'), h('option', { value: 'climbs' }, 'by splitting, for long games'));
    this.by.value = values.by === 'climbs' ? 'climbs' : 'games';
    const number = (value) => h('input', { class: 'num', type: 'number', min: 1, value });
    [this.games, this.climbs, this.repeats] = [number(values.games ?? 1000), number(4000), number(16)];
    [this.gamesField, this.climbsField, this.repeatsField] = [field('Games', this.games), field('Climbs', this.climbs), field('Repeats', this.repeats)];
    this.choice.element.insertBefore(h('div', { class: 'bar' }, field('Measure', this.by), this.gamesField, this.climbsField,
      this.repeatsField, button('Measure', () => this.start(), { class: 'main' })), this.choice.details);
    this.lay();
    this.showAmount();
    this.follow();
  }

  lay() {
    [this.numbers, this.setNumbers] = stats(['mean lines', '95 % interval', 'done', 'moves', 'seconds']);
    this.bar = h('progress', { max: 1, value: 0, 'aria-label': 'progress' });
    this.state = h('p', { class: 'hint' }, 'Nothing is measured yet.');
    this.plotBox = h('div', { class: 'plot' });
    this.plotBox2 = h('div', { class: 'plot small' });
    this.stopButton = button('Stop', () => this.act('stop'), { disabled: true });
    this.keepButton = button('Keep the record', () => this.keep(), { disabled: true });
    this.link = h('a', { hidden: true, download: 'measurement.jsonl' }, 'Download the record');
    this.list = h('ul', { class: 'list' });
    this.element = h('div', {}, h('h1', {}, 'Measure a controller'), this.choice.element,
      h('div', { class: 'two' },
        h('section', { class: 'panel' }, h('h2', {}, 'Measurements'), this.list),
        h('section', { class: 'panel' }, this.numbers, this.bar, this.state,
          h('div', { class: 'keys' }, this.stopButton, this.keepButton, this.link),
          h('h2', {}, 'How long games last ', h('small', {}, 'lines of a game; the line is the geometric law')), this.plotBox,
          h('h2', {}, 'The mean and its interval'), this.plotBox2)));
  }

  showAmount() {
    const climbs = this.by.value === 'climbs';
    this.gamesField.hidden = climbs;
    [this.climbsField.hidden, this.repeatsField.hidden] = [!climbs, !climbs];
    this.remember();
  }

  async start() {
    const amount = this.by.value === 'climbs'
      ? { by: 'climbs', climbs: Number(this.climbs.value), repeats: Number(this.repeats.value) }
      : { by: 'games', games: Number(this.games.value) };
    try {
      say();
      const { who, rules } = this.choice;
      const { id } = await api('measure', { who, rules, seed: this.choice.seed.value.trim(), amount });
      this.look(id);
      this.remember();
    } catch (error) {
      say(error.message);
    }
  }

  look(id) {
    this.id = id;
    this.course = [[], [], [], []];
    this.drawn = undefined;
  }

  async act(what) {
    try {
      await api(`measure/${this.id}/${what}`, {});
    } catch (error) {
      say(error.message);
    }
  }

  async keep() {
    try {
      const { file } = await api(`measure/${this.id}/keep`, {});
      say(`The record is in ${file}.`);
    } catch (error) {
      say(error.message);
    }
  }

  /** Asks on and on what there is; the view that is left asks no more. */
  async follow() {
    this.histogram = await Plot.in(this.plotBox, {
      x: 'lines', y: 'games', series: [
        { label: 'games', stroke: lineColour(0), fill: 'hsl(222 65% 55% / .35)', paths: await bars() },
        { label: 'geometric law', stroke: lineColour(1), width: 2 }],
    });
    this.mean = await Plot.in(this.plotBox2, {
      x: 'games or repeats', y: 'mean', height: 220, bands: [{ series: [3, 2], fill: 'hsl(222 65% 55% / .2)' }], series: [
        { label: 'mean', stroke: lineColour(0), width: 2 }, { label: 'low', stroke: 'hsl(222 65% 55% / .5)', width: 1 },
        { label: 'high', stroke: 'hsl(222 65% 55% / .5)', width: 1 }],
    });
    while (!this.left) {
      try {
        const { measures } = await api('measure');
        if (this.id === undefined && measures.length) this.look(measures[0].id);
        this.showList(measures);
        if (this.id !== undefined) this.show(await api(`measure/${this.id}`));
      } catch (error) {
        say(error.message);
      }
      await pause(EVERY);
    }
  }

  showList(measures) {
    const text = JSON.stringify(measures.map(({ id, state }) => [id, state, id === this.id]));
    if (text === this.listed) return;
    this.listed = text;
    this.list.replaceChildren(...measures.map(({ id, name, by, state }) => h('li', {},
      button([h('span', {}, `${id}. ${name} by ${by}`), h('span', { class: `badge ${state === 'running' ? 'live' : state === 'failed' ? 'bad' : ''}` }, state)],
        () => this.look(id), { 'aria-pressed': String(id === this.id) }))));
  }

  show(measure) {
    if (measure.id !== this.id) return;
    const { result } = measure;
    this.bar.value = measure.of ? measure.done / measure.of : 0;
    const interval = result ? `${digits(result.low)} – ${result.high == null ? '∞' : digits(result.high)}` : '–';
    this.setNumbers(result?.mean == null ? '–' : digits(result.mean, 5), interval, `${whole(measure.done)} of ${whole(measure.of)}`,
      whole(measure.moves), measure.seconds.toFixed(1));
    const caveats = (result?.caveats ?? []).map((one) => (typeof one === 'string' ? one : one.caveat ?? one.kind ?? JSON.stringify(one)));
    this.state.textContent = measure.error ?? `${measure.name}, ${measure.state}. ${result ? `${result.how}.` : 'The first result takes a moment.'}${caveats.length ? ` Caveats: ${caveats.join(', ')}.` : ''}`;
    this.stopButton.disabled = measure.state !== 'running';
    this.keepButton.disabled = !measure.hasRecord || measure.kept;
    this.keepButton.textContent = measure.kept ? 'Kept' : 'Keep the record';
    this.link.hidden = !measure.hasRecord;
    this.link.href = `api/measure/${measure.id}/record`;
    if (result?.mean != null) announce(`mean ${digits(result.mean)} lines, interval ${interval}, ${measure.done} of ${measure.of}`, 5000);
    this.plot(measure);
  }

  plot({ result, state }) {
    if (!result) return;
    const parts = result.games ?? result.repeats;
    const key = `${this.id} ${parts} ${state}`;
    if (key === this.drawn) return;
    this.drawn = key;
    const { histogram, expected } = result;
    if (histogram) {
      const at = histogram.counts.map((_, bin) => bin * histogram.width);
      this.histogram.set([at, histogram.counts, expected ?? at.map(() => null)]);
    } else this.histogram.set([[], [], []]);
    if (result.mean == null || this.course[0].at(-1) === parts) return;
    [parts, result.mean, result.low, result.high].forEach((number, index) => this.course[index].push(number));
    if (this.course[0].length > 2000) this.course = this.course.map((line) => line.filter((_, index) => index % 2 === 0));
    this.mean.set(this.course);
  }

  remember() {
    if (this.left || !this.by) return;
    address.write('measure', { ...this.choice.values, by: this.by.value, games: this.by.value === 'games' ? this.games.value : undefined });
  }

  file(file) { return this.choice?.open(file); }

  leave() {
    this.left = true;
    this.histogram?.leave();
    this.mean?.leave();
  }
}
