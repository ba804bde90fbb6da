// The page in a real browser: every view, the games, the server, the attacks.

import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import path from 'node:path';
import { COMMAND, PAGE, WORK, check, close, equal, launch, number, open, ready, run, serve, staticServer, until } from './harness.mjs';
import { everyView, sameGames } from './shared.mjs';

const browser = await launch();
const files = await staticServer();
const folder = path.join(WORK, 'runs');
fs.mkdirSync(folder, { recursive: true });
const server = await serve(folder);

/** The answer of the server to a request of any client. */
const raw = (method, where, headers = {}, body = undefined) => new Promise((resolve, reject) => {
  const { hostname, port, host } = new URL(server.url);
  const request = http.request({ agent: false, hostname, port, method, path: where, headers: { host, ...headers } }, (response) => {
    let text = '';
    response.on('data', (data) => { text += data; });
    response.on('end', () => resolve({ status: response.statusCode, text, headers: response.headers }));
  });
  request.on('upgrade', () => resolve({ status: 101, text: '' }));
  request.on('error', reject);
  request.end(body);
});

const token = async () => /tetrarium-token" content="([0-9a-f]{32})"/.exec((await raw('GET', '/')).text)[1];

/** A test on a page of its own. */
async function on(url, test) {
  const page = await open(browser, url);
  await test(page);
  await close(page);
}

async function drawnBoard() {
  const page = await open(browser, `${files.url}#explain?board=6x8&piece=T&cells=X..XXX/XX.XXX`);
  const shown = await page.evaluate(() => Object.fromEntries([...document.querySelectorAll('tr[data-feature]')]
    .map((row) => [row.dataset.feature, row.children[1].textContent])));
  const picture = path.join(WORK, 'board.txt');
  const compare = async (rows, wanted, placed) => {
    fs.writeFileSync(picture, `${rows.join('\n')}\n`);
    const text = execFileSync(COMMAND, ['features', picture, '--board', '6x8', '--json', ...placed], { encoding: 'utf8' });
    const { features } = JSON.parse(text);
    let compared = 0;
    for (const [name, value] of Object.entries(features)) {
      if (typeof value !== 'number' || !(name in wanted)) continue;
      check(Math.abs(Number(wanted[name].replaceAll(',', '')) - value) <= 1e-3 * Math.max(1, Math.abs(value)), `${name}: ${wanted[name]} instead of ${value}`);
      compared += 1;
    }
    check(compared > 25, `only ${compared} features were compared`);
  };
  const hint = await page.locator('.explain .hint', { hasText: 'places T at' }).textContent();
  const [, orientation, column] = /orientation (\d), column (\d)/.exec(hint);
  await compare(['X..XXX', 'XX.XXX'], shown, ['--piece', 'T', '--orientation', orientation, '--column', column]);
  // Draw a cell with the mouse, without a piece.
  await page.check('input[name=Piece][value=none]', { force: true });
  await page.locator('.explain .hint', { hasText: 'places T at' }).waitFor({ state: 'detached' });
  const canvas = page.locator('canvas');
  const box = await canvas.boundingBox();
  await canvas.click({ position: { x: box.width / 6 * 2.5, y: box.height / 8 * 5.5 } });
  await page.waitForFunction(() => document.querySelector('tr[data-feature=holes]').children[1].textContent === '2');
  const drawn = await page.evaluate(() => Object.fromEntries([...document.querySelectorAll('tr[data-feature]')]
    .map((row) => [row.dataset.feature, row.children[1].textContent])));
  await compare(['..X...', 'X..XXX', 'XX.XXX'], drawn, []);
  await until(async () => page.url().includes('cells=..X.../X..XXX/XX.XXX'), 'the drawing in the address');
  await close(page);
}

async function addressAgain() {
  const first = await open(browser, `${files.url}#watch?controller=bcts&seed=5&board=10x12`);
  await first.click('text=Step ▶');
  await first.locator('input[type=range]').fill('10');
  await first.click('.play-button');
  await until(async () => Number((await number(first, 'moves')).replaceAll(',', '')) > 3000, 'moves');
  await first.click('.play-button');
  await until(async () => first.url().includes(`move=${(await number(first, 'moves')).replaceAll(',', '')}`), 'the address');
  const numbers = async (page) => Promise.all(['lines', 'moves', 'height'].map((name) => number(page, name)));
  const picture = (page) => page.evaluate(() => document.querySelector('.watch canvas').toDataURL());
  const second = await open(browser, first.url());
  equal(await numbers(second), await numbers(first), 'the numbers of the link');
  // Back and forward again is the same moment.
  const before = await numbers(second);
  await second.keyboard.press('ArrowLeft');
  await until(async () => (await numbers(second))[1] !== before[1], 'a move back');
  await second.keyboard.press('ArrowRight');
  await until(async () => (await numbers(second))[1] === before[1], 'a move forward');
  equal(await numbers(second), before, 'back and forward');
  check((await picture(second)).length > 2000, 'the board is drawn');
  await close(first);
  await close(second);
}

async function droppedFile() {
  const page = await open(browser, `${files.url}#watch?move=0`);
  const own = path.join(WORK, 'mine.toml');
  execFileSync(COMMAND, ['new', 'controller', own]);
  const text = fs.readFileSync(own, 'utf8');
  await page.evaluate((controller) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([controller], 'mine.toml'));
    dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, cancelable: true }));
  }, text);
  await until(async () => page.url().includes('file='), 'the file in the address');
  const second = await open(browser, page.url().replace(/move=\d+/, 'move=50'));
  equal(await number(second, 'moves'), '50', 'moves of the link');
  check(await second.locator('select option[value="(file)"]').count() === 1, 'the file is chosen');
  const bad = await open(browser, `${files.url}#watch?file=AAAA`);
  check((await bad.locator('#message').textContent()).includes('damaged'), 'a damaged link is explained');
  await close(page);
  await close(second);
  await bad.context().close();
}

async function byKeyboard() {
  const page = await open(browser, `${files.url}#play?seed=3`);
  let moves = 0;
  for (const key of ['ArrowLeft', 'ArrowUp', ' ', 'ArrowRight', 'ArrowDown', 'm']) {
    await page.keyboard.press(key);
    if (![' ', 'ArrowDown', 'm'].includes(key)) continue;
    moves += 1;
    await until(async () => await number(page, 'moves') === String(moves), `move ${moves}`);
  }
  check((await number(page, 'best moves')).endsWith('%'), 'the share of best moves');
  await page.goto(`${files.url}#watch?controller=bcts&move=10`);
  await ready(page, 'watch');
  await until(async () => await number(page, 'moves') === '10', 'move 10');
  await page.keyboard.press('ArrowRight');
  await until(async () => await number(page, 'moves') === '11', 'a step');
  check((await page.locator('#live').textContent()).startsWith('Move 11'), 'screen readers are told');
  await page.keyboard.press(' ');
  await until(async () => Number(await number(page, 'moves')) > 12, 'playing');
  await page.keyboard.press(' ');
  await close(page);
}

async function noJumps() {
  const page = await open(browser, `${files.url}#watch?move=5`);
  const place = () => page.evaluate(() => ['.watch canvas', '.watch .stack', '.play-button'].map((one) => { const box = document.querySelector(one).getBoundingClientRect(); return [box.x, box.y, box.width]; }));
  const before = await place();
  for (let move = 0; move < 30; move += 1) await page.keyboard.press('ArrowRight');
  await until(async () => await number(page, 'moves') === '35', 'move 35');
  equal(await place(), before, 'places on the page');
  await close(page);
}

async function measures() {
  const page = await open(browser, `${server.url}#measure?controller=lspi&board=10x10&games=300`);
  await page.locator('main button.main', { hasText: 'Measure' }).click();
  await until(async () => (await number(page, 'done')) === '300 of 300', 'all games');
  await until(async () => await page.locator('.list .badge').first().textContent() === 'done', 'the end');
  const text = execFileSync(COMMAND, ['eval', 'lspi', '--board', '10x10', '--games', '300', '--json'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const { made, ...wanted } = JSON.parse(text);
  const { made: by, ...found } = JSON.parse((await raw('GET', '/api/measure/1/record')).text);
  equal(found, wanted, 'the record of the page and of eval');
  await page.click('text=Keep the record');
  await until(async () => fs.existsSync(path.join(folder, 'measurements-of-the-page.jsonl')), 'the kept record');
  check(await page.locator('.uplot').count() === 2, 'two plots');
  await close(page);
}

async function estimates() {
  const page = await open(browser, `${server.url}#measure?controller=bcts&board=10x10&by=climbs`);
  await page.getByLabel('Climbs').fill('200');
  await page.getByLabel('Repeats').fill('1000');
  await page.locator('main button.main', { hasText: 'Measure' }).click();
  const state = () => page.locator('.list .badge').first().textContent();
  await until(async () => await state() === 'running', 'the estimate');
  // So many repeats take minutes: what is shown now is shown before the end.
  const shown = () => Promise.all(['mean lines', '95 % interval', 'done'].map((name) => number(page, name)));
  // The measurement before is shown until the first numbers of this one come.
  const grown = async () => {
    const [mean, interval, done] = await shown();
    return done?.endsWith(' of 1,000') && /^[1-9]/.test(mean) && /^[1-9].* – [1-9]/.test(interval)
      && { mean, interval, done };
  };
  const first = await until(grown, 'a mean and its interval');
  await until(async () => {
    const now = await grown();
    return now && now.mean !== first.mean && now.interval !== first.interval && now.done !== first.done;
  }, 'a mean that changes');
  equal(await state(), 'running', 'the state');
  await page.click('main button:has-text("Stop")');
  await until(async () => await state() === 'stopped', 'the stop');
  const { measures: [{ id }] } = JSON.parse((await raw('GET', '/api/measure')).text);
  const record = JSON.parse((await raw('GET', `/api/measure/${id}/record`)).text);
  check(record.interrupted && record.repeats.length >= 3, 'the record has the repeats until the stop');
  await close(page);
}

async function trains() {
  const page = await open(browser, `${server.url}#train`);
  await page.selectOption('main select', 'quick');
  await page.locator('main button.main', { hasText: 'Train' }).click();
  const generations = async () => Number((await number(page, 'generations')).replaceAll(',', '') || 0);
  await until(async () => await generations() >= 2, 'two generations', 300);
  const before = await generations();
  await until(async () => await generations() > before, 'a growing curve', 300);
  check(await page.locator('.uplot').count() === 2, 'curves and weights');
  await page.click('main button:has-text("Stop")');
  await until(async () => await number(page, 'state') === 'interrupted', 'the stop');
  await page.click('main button:has-text("Resume")');
  await until(async () => await number(page, 'state') === 'running', 'going on');
  await page.click('main button:has-text("Watch the current best")');
  await ready(page, 'watch');
  check(page.url().includes('file='), 'the controller is in the address');
  await page.goBack();
  await close(page);
}

async function trainedElsewhere() {
  const name = 'elsewhere';
  const child = spawn(COMMAND, ['train', 'quick', '--threads', '1', '--out', path.join(folder, name)], { stdio: 'ignore' });
  const ended = new Promise((resolve) => { child.on('exit', resolve); });
  try {
    await until(async () => JSON.parse((await raw('GET', '/api/runs')).text).runs.some((run) => run.name === name), 'the run in the list');
    const page = await open(browser, `${server.url}#train?run=${name}`);
    const generations = async () => Number((await number(page, 'generations'))?.replaceAll(',', '') || 0);
    await until(async () => await generations() >= 2, 'two generations', 300);
    const before = await generations();
    await until(async () => await generations() > before, 'a growing curve', 300);
    equal(await number(page, 'state'), 'running', 'the state');
    check(await page.locator('.uplot').count() === 2, 'curves and weights');
    // The process that trains it is the only one that stops it or goes on with it.
    for (const words of ['Stop', 'Resume']) check(await page.locator('main button', { hasText: words }).isDisabled(), words);
    check(await page.locator('main', { hasText: 'Another process trains this run' }).count() === 1, 'who trains it');
    const own = { 'x-tetrarium-token': await token(), 'content-type': 'application/json' };
    for (const what of ['stop', 'resume']) {
      const { status, text } = await raw('POST', `/api/${what}`, own, JSON.stringify({ name }));
      equal(status, 400, `${what}: ${text}`);
    }
    const still = await generations();
    await until(async () => await generations() > still, 'training that goes on', 300);
    child.kill('SIGINT');
    await ended;
    await until(async () => await number(page, 'state') === 'interrupted', 'the end of the process');
    check(await page.locator('main button', { hasText: 'Stop' }).isDisabled(), 'nothing to stop');
    check(await page.locator('main button', { hasText: 'Resume' }).isEnabled(), 'it can be resumed');
    await close(page);
  } finally {
    child.kill('SIGKILL');
  }
}

async function attacks() {
  const own = { 'x-tetrarium-token': await token(), 'content-type': 'application/json', origin: server.url.slice(0, -1) };
  const body = JSON.stringify({ experiment: 'quick' });
  const refused = async (what, answer, status) => equal((await answer).status, status, what);
  await refused('another host', raw('GET', '/', { host: 'evil.example' }), 403);
  await refused('another host with the port', raw('GET', '/api/runs', { host: `evil.example:${new URL(server.url).port}` }), 403);
  await refused('another origin', raw('POST', '/api/train', { ...own, origin: 'http://evil.example' }, body), 403);
  await refused('the origin null', raw('POST', '/api/train', { ...own, origin: 'null' }, body), 403);
  await refused('no token', raw('POST', '/api/train', { ...own, 'x-tetrarium-token': '' }, body), 403);
  await refused('a wrong token', raw('POST', '/api/train', { ...own, 'x-tetrarium-token': '0'.repeat(32) }, body), 403);
  await refused('a read by another site', raw('GET', '/api/runs', { 'sec-fetch-site': 'cross-site' }), 403);
  await refused('a web socket', raw('GET', '/api/runs', { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13', 'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==', origin: 'http://evil.example' }), 403);
  // The server closes the connection before it has read it all: the client sees the answer or that.
  const much = await raw('POST', '/api/measure', own, `{"who":{"text":"${'x'.repeat(2 << 20)}"}}`).catch((error) => error);
  check(much.status === 413 || ['ECONNRESET', 'EPIPE'].includes(much.code), `too much: ${much.status} ${much.code}`);
  await refused('too many games', raw('POST', '/api/measure', own, JSON.stringify({ who: { name: 'bcts' }, seed: '1', amount: { by: 'games', games: 1e9 } })), 400);
  await refused('a command', raw('POST', '/api/measure', own, JSON.stringify({ who: { command: 'touch /tmp/x' }, seed: '1', amount: { by: 'games', games: 1 } })), 422);
  await refused('an experiment in a file', raw('POST', '/api/train', own, JSON.stringify({ experiment: '/etc/passwd' })), 400);
  await refused('a run started elsewhere', raw('POST', '/api/stop', own, JSON.stringify({ name: 'nothing' })), 400);
  fs.writeFileSync(path.join(WORK, 'secret.toml'), 'secret');
  for (const name of ['..', '../', '../secret.toml', '%2e%2e', '/etc', 'a/../../..']) {
    const found = await raw('GET', `/api/run?name=${encodeURIComponent(name)}`);
    equal(found.status, 404, `the run ${name}`);
    const file = await raw('GET', `/runs/${encodeURIComponent(name)}/report.html`);
    equal(file.status, 404, `the report of ${name}`);
  }
  await refused('a file outside', raw('GET', '/../Cargo.toml'), 404);
  const page = await raw('GET', '/');
  check(page.headers['content-security-policy'].includes("default-src 'none'"), 'a content security policy');
  // In a browser: a page of another site can neither read nor change anything.
  const foreign = await browser.newPage();
  await foreign.goto(files.url, { timeout: 120000 });
  const [read, changed] = await foreign.evaluate(async (target) => {
    const tried = async (options) => { try { await fetch(target, options); return 'answered'; } catch { return 'refused'; } };
    return [await tried({}), await tried({ method: 'POST', headers: { 'x-tetrarium-token': 'x' }, body: '{}' })];
  }, `${server.url}api/runs`);
  equal([read, changed], ['refused', 'refused'], 'requests of another site');
  await foreign.close();
}

async function manyClients() {
  const { hostname, port } = new URL(server.url);
  // Clients that send half a request and wait, and such that ask and do not read.
  const stuck = Array.from({ length: 60 }, (_, index) => {
    const socket = net.connect(Number(port), hostname);
    socket.on('error', () => {});
    socket.write(index % 2 ? 'GET / HTTP/1.1\r\nHo' : `GET /engine.wasm HTTP/1.1\r\nHost: ${hostname}:${port}\r\n\r\n`.repeat(20));
    socket.pause();
    return socket;
  });
  const answers = await Promise.all(Array.from({ length: 100 }, () => raw('GET', '/api/runs')));
  check(answers.every(({ status }) => status === 200), 'a hundred clients are answered');
  stuck.forEach((socket) => socket.destroy());
}

async function ends() {
  const { hostname, port } = new URL(server.url);
  const own = { 'x-tetrarium-token': await token(), 'content-type': 'application/json' };
  await raw('POST', '/api/measure', own, JSON.stringify({ who: { name: 'bcts' }, seed: '1', amount: { by: 'games', games: 1000 } }));
  const socket = net.connect(Number(port), hostname);
  socket.on('error', () => {});
  socket.write('GET / HTTP/1.1\r\nHo');
  await new Promise((resolve) => { setTimeout(resolve, 300); });
  const begun = Date.now();
  server.child.kill('SIGINT');
  const { code } = await server.ended;
  equal(code, 0, 'the exit code after Ctrl-C');
  // A second, and room for a machine whose processors and disk are busy.
  check(Date.now() - begun < 20000, `Ctrl-C took ${Date.now() - begun} ms`);
  console.log(`   ended ${Date.now() - begun} ms after Ctrl-C, with an open connection, a measurement and a training`);
}

async function figures() {
  const weighed = await staticServer();
  const begun = Date.now();
  const page = await open(browser, `${weighed.url}#watch?controller=bcts&move=1`);
  await until(async () => await number(page, 'moves') === '1', 'the first move');
  console.log(`   page weight to the first move: ${(weighed.bytes.sent / 1024).toFixed(0)} KiB; first move after ${Date.now() - begun} ms`);
  const speed = await page.evaluate(async () => {
    const { ask } = await import('./engine.js');
    const { id } = await ask({ do: 'open', who: { name: 'bcts' }, seed: '1' });
    await ask({ do: 'step', id, moves: 50000 });
    const start = performance.now();
    await ask({ do: 'step', id, moves: 400000 });
    return 400000 / (performance.now() - start) * 1000;
  });
  const bench = execFileSync(process.env.TETRARIUM_RELEASE ?? COMMAND, ['bench', '--kernel', 'portable', '--json'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const native = bench.trim().split('\n').map((line) => JSON.parse(line)).flatMap(({ timing }) => timing.workloads)
    .find(({ controller, board, search }) => controller === 'bcts' && board === '10x20' && search === 'greedy');
  console.log(`   bcts on 10x20 in the browser: ${Math.round(speed).toLocaleString('en')} moves/s; the portable kernel of ${process.env.TETRARIUM_RELEASE ? 'the release' : 'this build'}: ${Math.round(native.moves_per_second.portable).toLocaleString('en')}`);
  weighed.close();
  await close(page);
}

const wanted = process.argv.slice(2);
const tests = Object.entries({
  'every view, from any web server': () => on(files.url, everyView),
  'every view, from serve': () => on(server.url, everyView),
  'a drawn board has the values of the engine': drawnBoard,
  'the games are those of play, 1,000 moves': () => on(files.url, sameGames),
  'an address shows the same moment again': addressAgain,
  'a dropped controller plays and travels in the address': droppedFile,
  'the keyboard alone': byKeyboard,
  'nothing jumps': noJumps,
  'an evaluation runs to its end': measures,
  'an estimate grows, and can be stopped': estimates,
  'a training curve grows': trains,
  'a run that another process trains is shown and left alone': trainedElsewhere,
  'attacks are refused': attacks,
  'a hundred clients at once, and stuck ones': manyClients,
  'figures': figures,
  'Ctrl-C ends everything': ends,
}).filter(([name]) => !wanted.length || wanted.some((word) => name.includes(word)));
const failed = await run(tests);
server.child.kill('SIGKILL');
files.close();
await browser.close();
console.log(failed ? `${failed} of ${tests.length} failed` : `all ${tests.length} passed`);
process.exit(failed ? 1 : 0);
