// Why a player moves as it does: shares of the features, the best placements, the heat map.

import { digits, h } from './dom.js';

/** The cells of all placements with how good the best placement over each is, from 0 to 1. */
export function heatOf(explained) {
  const values = explained.placements.map(({ value, ends }) => (ends ? null : value));
  const known = values.filter((value) => value != null);
  if (!known.length) return [];
  // By rank: ratings of bad placements are far from all others, and would hide the differences.
  const order = [...new Set(known)].sort((a, b) => b - a);
  const cells = new Map();
  explained.placements.forEach(({ cells: own }, index) => {
    const rank = order.indexOf(values[index]);
    const warmth = values[index] == null ? 0 : 1 - rank / Math.max(1, order.length - 1);
    for (const [x, y] of own) {
      const key = `${x} ${y}`;
      if ((cells.get(key)?.[2] ?? -1) < warmth) cells.set(key, [x, y, warmth]);
    }
  });
  return [...cells.values()];
}

/** Where a placement is, in words. */
export const place = ({ orientation, column }) => `orientation ${orientation}, column ${column}`;

/** The panel of an explanation. `pick` is told which placement the visitor looks at. */
export class Why {
  constructor(pick = () => {}, { rows = 5 } = {}) {
    this.rows = rows;
    this.text = h('p', { class: 'why' });
    this.shares = h('tbody');
    this.ranking = h('tbody');
    this.pick = pick;
    const legend = [h('i', { class: 'key good' }), ' chosen  ', h('i', { class: 'key' }), ' second best'];
    this.element = h('div', { class: 'stack' },
      h('section', { class: 'panel' }, h('h2', {}, 'Why this move ', h('small', {}, legend)), this.text,
        h('div', { class: 'scroll tall', tabindex: 0, role: 'region', 'aria-label': 'shares of the features' },
          h('table', { class: 'shares' }, h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'feature'),
            h('th', { scope: 'col' }, 'value'), h('th', { scope: 'col' }, '× weight'),
            h('th', { scope: 'col' }, 'adds'), h('th', { scope: 'col', class: 'bars' }, ''),
            h('th', { scope: 'col' }, 'second'))), this.shares))),
      h('section', { class: 'panel' }, h('h2', {}, 'Best placements'),
        h('div', { class: 'scroll' }, h('table', {}, h('thead', {}, h('tr', {},
          h('th', { scope: 'col' }, 'no'), h('th', { scope: 'col', class: 'text' }, 'where'),
          h('th', { scope: 'col' }, 'lines'), h('th', { scope: 'col' }, 'rating'))), this.ranking))));
    this.names = '';
  }

  show(explained) {
    if (!explained || !explained.placements.length) {
      this.text.textContent = explained ? 'The piece has no place.' : 'The game is over.';
      return;
    }
    this.text.textContent = explained.why;
    const chosen = explained.placements[explained.chosen];
    const second = explained.placements[explained.chosen === 0 ? 1 : 0];
    this.showShares(chosen.terms ?? [], second?.terms ?? []);
    this.showRanking(explained);
  }

  showShares(chosen, second) {
    const names = chosen.map(({ feature }) => feature).join();
    if (names !== this.names || !this.lines) {
      this.names = names;
      this.lines = chosen.map(({ feature }) => {
        const cells = [0, 1, 2, 3].map(() => h('td'));
        const bars = [h('i'), h('i')];
        const pair = h('td', { class: 'bars' }, h('div', { class: 'pair', 'aria-hidden': 'true' }, bars));
        const row = h('tr', {}, h('td', {}, feature), cells[0], cells[1], cells[2], pair, cells[3]);
        return { row, cells, bars };
      });
      this.shares.replaceChildren(...this.lines.map(({ row }) => row));
    }
    const most = Math.max(1e-9, ...[...chosen, ...second].map(({ adds }) => Math.abs(adds)));
    this.lines.forEach(({ cells, bars }, index) => {
      const [one, two] = [chosen[index], second[index]];
      [digits(one.value), one.weight == null ? '' : digits(one.weight), digits(one.adds), two ? digits(two.adds) : '–']
        .forEach((text, place) => { cells[place].textContent = text; });
      setBar(bars[0], one.adds / most);
      setBar(bars[1], two ? two.adds / most : 0);
    });
  }

  showRanking(explained) {
    const rows = explained.placements.slice(0, this.rows).map((one, index) => {
      const look = () => this.pick(index);
      const leave = () => this.pick(null);
      return h('tr', {
        class: index === explained.chosen ? 'pick on' : 'pick', tabindex: 0,
        onmouseenter: look, onmouseleave: leave, onfocus: look, onblur: leave,
      }, h('td', {}, index + 1), h('td', { class: 'text' }, place(one)), h('td', {}, one.lines),
      h('td', {}, one.ends ? 'ends the game' : one.value == null ? 'may end the game' : digits(one.value, 6)));
    });
    // Focus stays on the same line while the game goes on.
    const focus = [...this.ranking.children].indexOf(document.activeElement);
    this.ranking.replaceChildren(...rows);
    if (focus >= 0) rows[focus]?.focus({ preventScroll: true });
  }
}

/** A bar from the middle: to the right for more, to the left for less. */
function setBar(bar, share) {
  bar.style.width = `${Math.abs(share) * 50}%`;
  bar.style.left = share < 0 ? `${50 - Math.abs(share) * 50}%` : '50%';
  bar.classList.toggle('less', share < 0);
}
