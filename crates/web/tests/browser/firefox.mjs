// The page of `serve` in a real Firefox: every view, and the games. Firefox is driven by WebDriver
// BiDi, which it speaks itself: playwright-core supports only a Firefox with changes of its own.

import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import WebSocket from 'ws';
import { WORK, check, equal, number, ready, run, serve, until } from './harness.mjs';
import { everyView, recorded, sameGames } from './shared.mjs';

// Firefox's own requests are none of the page's.
const SETTINGS = {
  'app.update.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'toolkit.telemetry.enabled': false,
  'ui.prefersReducedMotion': 1,
};

/** Starts Firefox with a profile of its own; `send` asks it, `on` hears its events. */
async function launch() {
  const profile = path.join(WORK, 'profile');
  fs.mkdirSync(profile);
  fs.writeFileSync(path.join(profile, 'user.js'), Object.entries(SETTINGS)
    .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`).join(''));
  const child = spawn(process.env.TETRARIUM_BROWSER, ['--headless', '--no-remote', '--remote-debugging-port=0', '--profile', profile],
    { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, HOME: WORK } });
  const ended = new Promise((resolve) => { child.on('exit', resolve); });
  process.on('exit', () => child.kill('SIGKILL'));
  const address = await new Promise((resolve, reject) => {
    let text = '';
    child.on('error', reject);
    child.on('exit', (code) => reject(new Error(`Firefox ended with ${code}: ${text}`)));
    child.stderr.on('data', (data) => {
      text += data;
      const found = /WebDriver BiDi listening on (ws:\S+)/.exec(text);
      if (found) resolve(found[1]);
    });
  });
  const socket = new WebSocket(`${address}/session`);
  await new Promise((resolve, reject) => { socket.on('open', resolve); socket.on('error', reject); });
  const waiting = new Map();
  const listeners = [];
  socket.on('message', (data) => {
    const message = JSON.parse(data);
    if (message.type === 'event') {
      listeners.forEach((listener) => listener(message));
      return;
    }
    const { resolve, reject } = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.type === 'success') resolve(message.result);
    else reject(new Error(`${message.error}: ${message.message}`));
  });
  socket.on('close', () => waiting.forEach(({ reject }) => reject(new Error('Firefox closed the connection'))));
  let sent = 0;
  const send = (method, params = {}) => new Promise((resolve, reject) => {
    sent += 1;
    waiting.set(sent, { resolve, reject });
    socket.send(JSON.stringify({ id: sent, method, params }));
  });
  const { capabilities } = await send('session.new', { capabilities: {} });
  await send('session.subscribe', { events: ['log.entryAdded', 'network.beforeRequestSent'] });
  return {
    send,
    on: (listener) => listeners.push(listener),
    name: `${capabilities.browserName} ${capabilities.browserVersion}`,
    close: async () => { await send('browser.close'); await ended; },
  };
}

/** A page with what the shared tests need of one; it gathers problems as `open` of the harness does. */
async function open(browser, url) {
  const { context } = await browser.send('browsingContext.create', { type: 'tab' });
  const problems = [];
  const host = new URL(url).host;
  browser.on(({ method, params }) => {
    if ((params.context ?? params.source?.context) !== context) return;
    if (method === 'log.entryAdded' && ['error', 'warn'].includes(params.level)) problems.push(`${params.level}: ${params.text}`);
    if (method === 'network.beforeRequestSent') {
      const to = new URL(params.request.url);
      if (to.protocol.startsWith('http') && to.host !== host) problems.push(`a request to ${to.host}`);
    }
  });
  // What the page's policy forbids is no entry of the log: it is made one.
  await browser.send('script.addPreloadScript', {
    contexts: [context],
    functionDeclaration: `() => addEventListener('securitypolicyviolation', (event) =>
      console.error('refused by the policy: ' + event.violatedDirective + ' ' + event.blockedURI))`,
  });
  const call = async (functionDeclaration, values) => {
    const answer = await browser.send('script.callFunction', {
      functionDeclaration, target: { context }, awaitPromise: true, userActivation: true,
      arguments: values.map((value) => ({ type: 'string', value })),
    });
    if (answer.type === 'exception') throw new Error(answer.exceptionDetails.text);
    return answer.result;
  };
  const page = {
    problems,
    evaluate: async (act, value = null) => JSON.parse((await call(
      `async (value) => JSON.stringify(await (${act})(JSON.parse(value)) ?? null)`, [JSON.stringify(value)])).value),
    waitForFunction: (act, value) => until(() => page.evaluate(act, value), String(act), 60),
    goto: (to) => browser.send('browsingContext.navigate', { context, url: to, wait: 'complete' }),
    click: async (selector) => {
      const element = await call('(selector) => document.querySelector(selector)', [selector]);
      const origin = { type: 'element', element: { sharedId: element.sharedId } };
      const actions = [{ type: 'pointerMove', x: 0, y: 0, origin }, { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }];
      await browser.send('input.performActions', { context, actions: [{ type: 'pointer', id: 'mouse', actions }] });
    },
    press: (value) => browser.send('input.performActions', {
      context, actions: [{ type: 'key', id: 'keys', actions: [{ type: 'keyDown', value }, { type: 'keyUp', value }] }],
    }),
    screenshot: async (file) => {
      const { data } = await browser.send('browsingContext.captureScreenshot', { context });
      fs.writeFileSync(file, Buffer.from(data, 'base64'));
    },
    close: async () => {
      equal(problems, [], 'problems of the page');
      await browser.send('browsingContext.close', { context });
    },
  };
  await browser.send('browsingContext.setViewport', { context, viewport: { width: 1280, height: 860 } });
  await page.goto(url);
  await ready(page);
  return page;
}

const folder = path.join(WORK, 'runs');
fs.mkdirSync(folder);
const server = await serve(folder);
process.on('exit', () => server.child.kill('SIGKILL'));
const browser = await launch();
console.log(`   ${browser.name}`);

/** The view itself, by a link and by its keys, at moves of the game that `play` plays. */
async function watched() {
  const page = await open(browser, `${server.url}#watch?controller=bcts&seed=7&board=10x12&move=300`);
  for (const moves of [300, 301, 302]) {
    if (moves > 300) await page.press('\uE014');
    await until(async () => await number(page, 'moves') === String(moves), `move ${moves}`);
    const game = recorded('bcts', moves, ['--board', '10x12']);
    equal(game.placements.length, moves, 'moves of play');
    equal(await number(page, 'lines'), String(game.lines), `lines after ${moves} moves`);
  }
  check(await page.evaluate(() => document.querySelector('.watch canvas').toDataURL().length) > 2000, 'the board is drawn');
  await page.close();
}

async function errorsAreSeen() {
  const page = await open(browser, server.url);
  await page.evaluate(() => {
    console.error('told');
    setTimeout(() => { throw new Error('thrown'); });
    document.body.append(Object.assign(document.createElement('img'), { src: 'http://127.0.0.2:9/' }));
  });
  for (const word of ['told', 'thrown', 'refused by the policy: img-src']) {
    await until(() => page.problems.some((one) => one.includes(word)), `the problem "${word}"`, 20);
  }
  page.problems.length = 0;
  await page.close();
}

const tests = Object.entries({
  'errors on a page are seen': errorsAreSeen,
  'every view': async () => {
    const page = await open(browser, server.url);
    await everyView(page);
    await page.close();
  },
  'the games are those of play, 1,000 moves': async () => {
    const page = await open(browser, server.url);
    await sameGames(page);
    await page.close();
  },
  'Watch shows the game of play': watched,
});
const out = process.argv[2];
if (out) {
  tests.push(['a picture of Watch', async () => {
    const page = await open(browser, `${server.url}#watch?controller=dellacherie&seed=4&board=10x16&move=212`);
    await until(async () => await number(page, 'moves') === '212', 'move 212');
    await page.screenshot(path.join(out, 'watch-firefox.png'));
    await page.close();
  }]);
}
const failed = await run(tests);
await browser.close();
server.child.kill('SIGINT');
await server.ended;
console.log(failed ? `${failed} of ${tests.length} failed` : `all ${tests.length} passed`);
process.exit(failed ? 1 : 0);
