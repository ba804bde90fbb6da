// Choosing a controller and the rules, and their values in the address.

import * as address from './address.js';
import { button, field, h, say } from './dom.js';
import { catalogue } from './engine.js';

/** The largest controller file that the page reads. */
const LARGEST = 16 * 1024 * 1024;

/** The text of a file that the visitor gives. */
export async function textOf(file) {
  if (file.size > LARGEST) throw new Error(`${file.name} has over 16 MiB: that is no controller`);
  return file.text();
}

/** Asks for a controller file. */
export const askFile = (act) => {
  const input = h('input', {
    type: 'file', accept: '.toml,text/plain', onchange: () => input.files[0] && act(input.files[0]),
  });
  input.click();
};

/** A list of controllers; a dropped one stands at its head. */
export async function controllerSelect(initial, onchange) {
  const { controllers } = await catalogue();
  const select = h('select', { onchange },
    controllers.map(({ name, summary }) => h('option', { value: name, title: summary }, name)));
  select.value = initial;
  if (select.selectedIndex < 0) {
    say(`there is no controller ${initial} in the catalogue: bcts plays`);
    select.value = 'bcts';
  }
  return select;
}

/** A controller and rules, chosen by fields and given by the address. */
export class Choice {
  /** `onchange` is called when the visitor changes anything. */
  static async make(values, onchange, { files = true } = {}) {
    const choice = new Choice();
    choice.onchange = onchange;
    const all = await catalogue();
    choice.select = await controllerSelect(values.file ? 'bcts' : values.controller ?? 'bcts', () => {
      if (choice.select.value !== '(file)') choice.text = undefined;
      choice.drop();
      onchange();
    });
    choice.seed = h('input', {
      class: 'num', inputmode: 'numeric', pattern: '[0-9]*', value: values.seed ?? '1', onchange,
    });
    choice.search = h('select', { onchange }, h('option', { value: '' }, 'its own'),
      all.searches.map(({ name }) => h('option', {}, name)));
    choice.search.value = values.search?.split(':')[0] ?? '';
    choice.makeRules(all, values, onchange);
    choice.element = h('div', { class: 'bar' },
      field('Controller', choice.select),
      files && button('Open a file …', () => askFile((file) => choice.open(file).catch((error) => say(error.message)))),
      field('Seed', choice.seed),
      choice.details);
    if (values.file) await choice.use(await address.unpack(values.file), values.file);
    return choice;
  }

  makeRules(all, values, onchange) {
    this.set = h('select', { onchange }, all.ruleSets.map(({ name, about }) =>
      h('option', { value: name, title: about }, name)));
    this.set.value = values.rules ?? 'simplified';
    if (this.set.selectedIndex < 0) {
      this.set.append(h('option', {}, values.rules));
      this.set.value = values.rules;
    }
    this.settings = all.settings.map((setting) => {
      const open = setting.values.length === 1 || setting.name === 'pieces';
      const title = `${setting.meaning} ${setting.values.map(([name, means]) => `${name}: ${means}`).join('; ')}`;
      const input = open
        ? h('input', { placeholder: setting.default, title, onchange, size: 8 })
        : h('select', { title, onchange }, h('option', { value: '' }, 'as the rule set'),
          setting.values.map(([name]) => h('option', {}, name)));
      input.value = values[setting.name] ?? '';
      return { name: setting.name, input };
    });
    this.summary = h('summary', {});
    this.details = h('details', { class: 'rules', onchange: () => this.showRules() }, this.summary,
      h('div', { class: 'settings' }, field('rule set', this.set),
        this.settings.map(({ name, input }) => field(name, input)), field('search', this.search)));
    this.showRules();
  }

  /** What is changed, beside the name of the fields. */
  showRules() {
    const settings = Object.entries(this.rules.settings).map(([name, value]) => `${name} ${value}`);
    const search = this.search.value && `search ${this.search.value}`;
    this.summary.textContent = `Rules: ${[this.set.value, ...settings, search].filter(Boolean).join(', ')}`;
  }

  /** Takes a controller file. */
  async open(file) {
    await this.use(await textOf(file));
    this.onchange();
  }

  async use(text, packed) {
    this.text = text;
    this.packed = packed ?? await address.pack(text);
    const name = /^\s*name\s*=\s*["']([^"'\n]+)/m.exec(text)?.[1] ?? 'a file';
    this.drop();
    this.select.prepend(h('option', { value: '(file)' }, `${name} (file)`));
    this.select.value = '(file)';
    if (!this.packed) say('This controller is too large for an address: a link cannot carry it.');
  }

  /** Takes the entry of a file out of the list. */
  drop() {
    if (this.select.value === '(file)' && this.text) return;
    this.select.querySelector('option[value="(file)"]')?.remove();
  }

  get who() {
    const who = this.text ? { text: this.text } : { name: this.select.value };
    const search = this.search.value;
    // A search by its name alone has its usual depth.
    return search ? { ...who, search: ['expectimax', 'minimax'].includes(search) ? `${search}:2` : search } : who;
  }

  get rules() {
    const given = this.settings.filter(({ input }) => input.value.trim());
    const settings = Object.fromEntries(given.map(({ name, input }) => [name, input.value.trim()]));
    return { set: this.set.value, settings };
  }

  /** The values for the address. */
  get values() {
    return {
      ...(this.text ? { file: this.packed } : { controller: this.select.value }),
      seed: this.seed.value,
      rules: this.set.value === 'simplified' ? undefined : this.set.value,
      search: this.search.value || undefined,
      ...this.rules.settings,
    };
  }
}
