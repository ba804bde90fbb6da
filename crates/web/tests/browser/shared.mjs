// Tests that every browser passes, on an open page.

import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { COMMAND, WORK, check, equal, ready } from './harness.mjs';

/** Asks the engine of a page, as the page does. */
const ask = (page, request) => page.evaluate(async (wanted) => (await import('./engine.js')).ask(wanted), request);

/** The first moves of a game of `play` with the seed 7. */
export function recorded(name, moves, words) {
  const file = path.join(WORK, 'game.jsonl');
  execFileSync(COMMAND, ['play', name, '--seed', '7', '--max-pieces', String(moves), '--every', String(moves), '--record', file, ...words]);
  return JSON.parse(fs.readFileSync(file, 'utf8'));
}

export async function everyView(page) {
  for (const view of ['race', 'explain', 'play', 'measure', 'train', 'watch']) {
    await page.click(`nav a[data-view=${view}]`);
    await ready(page, view);
    equal(await page.evaluate(() => document.querySelectorAll('main h1').length), 1, `${view}: headings`);
    check(await page.evaluate(() => document.getElementById('message').hidden), `${view} shows a message`);
    // Every field and button has a name for screen readers.
    const nameless = await page.evaluate(() => [...document.querySelectorAll('main button, main select, main input, main textarea')]
      .filter((one) => !one.textContent.trim() && !one.getAttribute('aria-label') && !one.closest('label')).map((one) => one.outerHTML));
    equal(nameless, [], `${view}: fields without a name`);
  }
}

export async function sameGames(page) {
  for (const [name, words] of [['bcts', []], ['dellacherie', ['--rules', 'original']], ['tetrarium-3', ['--pieces', 'bag', '--board', '9x16']], ['xtris', ['--ties', 'random']]]) {
    const game = recorded(name, 1000, words);
    const rules = { set: words[0] === '--rules' ? words[1] : 'simplified', settings: {} };
    if (words[0] !== '--rules') for (let at = 0; at < words.length; at += 2) rules.settings[words[at].slice(2)] = words[at + 1];
    const { id } = await ask(page, { do: 'open', who: { name }, rules, seed: '7' });
    const moves = [];
    let last;
    for (let move = 0; move < game.placements.length; move += 1) {
      last = await ask(page, { do: 'step', id, moves: 1 });
      moves.push([last.last.orientation, last.last.column]);
    }
    check(moves.length > 100, `${name}: only ${moves.length} moves`);
    equal(last.lines, game.lines, `${name}: lines`);
    if (words[1] !== 'original') equal(moves, game.placements, `${name}: placements`);
  }
}
