// Pictures of the page for the documentation: light, dark, as on a phone.

import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { COMMAND, WORK, launch, open, serve, staticServer } from './harness.mjs';

const out = process.argv[2];
const browser = await launch();
const files = await staticServer();
const folder = path.join(WORK, 'runs');
fs.mkdirSync(folder, { recursive: true });
// A run to look at.
execFileSync(COMMAND, ['train', 'quick', '--out', path.join(folder, 'quick-seed-1')], { stdio: 'ignore' });
const server = await serve(folder);

async function shot(name, url, { scheme = 'light', size = [1280, 860], act } = {}) {
  const phone = size[0] < 500;
  const page = await open(browser, url, {
    colorScheme: scheme, viewport: { width: size[0], height: size[1] }, deviceScaleFactor: phone ? 2 : 1, isMobile: phone, hasTouch: phone,
  });
  await act?.(page);
  await page.waitForTimeout(600);
  await page.screenshot({ path: path.join(out, `${name}.png`) });
  await page.context().close();
  console.log(path.join(out, `${name}.png`));
}

const PHONE = [390, 844];
const small = 'controller=dellacherie&seed=4&board=10x16';
await shot('watch-light', `${files.url}#watch?${small}&move=212`);
await shot('watch-dark', `${files.url}#watch?${small}&heat=1&move=212`, { scheme: 'dark' });
await shot('watch-phone', `${files.url}#watch?${small}&move=212`, { size: PHONE, scheme: 'dark' });
await shot('race-dark', `${files.url}#race?controllers=tetrarium-3,bcts,lspi,lee&board=8x12&seed=2&move=150`, { scheme: 'dark' });
await shot('explain-light', `${files.url}#explain?piece=J`, { act: (page) => page.hover('tr[data-feature=cumulative-wells]') });
await shot('play-phone', `${files.url}#play?advice=1&seed=2&board=10x16`, {
  size: PHONE,
  act: async (page) => {
    for (let move = 0; move < 14; move += 1) {
      await page.keyboard.press(move % 3 ? 'm' : 'ArrowDown');
      await page.waitForTimeout(80);
    }
  },
});
await shot('measure-light', `${server.url}#measure?controller=lspi&board=10x10&games=2000`, {
  act: async (page) => {
    await page.locator('main button.main', { hasText: 'Measure' }).click();
    await page.waitForFunction(() => document.querySelector('.list .badge')?.textContent === 'done', null, { timeout: 120000 });
  },
});
await shot('train-dark', `${server.url}#train?run=quick-seed-1`, { scheme: 'dark', size: [1280, 1000], act: (page) => page.waitForFunction(() => document.querySelectorAll('.uplot').length === 2) });
server.child.kill('SIGINT');
files.close();
await browser.close();
