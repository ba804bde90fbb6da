// What the tests share: a browser, a server, checks.

import { spawn } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { chromium } from 'playwright-core';

export const COMMAND = process.env.TETRARIUM_COMMAND;
export const PAGE = process.env.TETRARIUM_PAGE;
export const WORK = process.env.TETRARIUM_WORK;

const KINDS = { html: 'text/html', js: 'text/javascript', css: 'text/css', svg: 'image/svg+xml', wasm: 'application/wasm' };

/** Any web server: it sends the files of the page, and nothing else. */
export async function staticServer() {
  const bytes = { sent: 0 };
  const server = http.createServer((request, response) => {
    const name = new URL(request.url, 'http://x').pathname.slice(1) || 'index.html';
    const file = path.join(PAGE, name);
    if (!fs.existsSync(file)) { response.writeHead(404).end(); return; }
    const content = fs.readFileSync(file);
    bytes.sent += content.length;
    response.writeHead(200, { 'content-type': KINDS[name.split('.').pop()] ?? 'text/plain' }).end(content);
  });
  await new Promise((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  return { url: `http://127.0.0.1:${server.address().port}/`, bytes, close: () => server.close() };
}

/** `tetrarium serve` on a folder of its own. */
export async function serve(folder) {
  const child = spawn(COMMAND, ['serve', folder, '--port', '0', '--threads', '1'], { stdio: ['ignore', 'pipe', 'pipe'] });
  const url = await new Promise((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (data) => { text += data; if (text.includes('\n')) resolve(text.trim()); });
    child.on('exit', (code) => reject(new Error(`serve ended with ${code}`)));
  });
  const ended = new Promise((resolve) => { child.on('exit', (code, signal) => resolve({ code, signal })); });
  return { url, child, ended };
}

export function launch() {
  return chromium.launch({
    executablePath: process.env.TETRARIUM_BROWSER,
    timeout: 120000,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'],
  });
}

/** A page that fails the test on any console error, and on any request to another host. */
export async function open(browser, url, options = {}) {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  // A busy machine is slow: what is waited for has to come, and not at once.
  context.setDefaultTimeout(120000);
  const page = await context.newPage();
  const host = new URL(url).host;
  page.problems = [];
  page.on('console', (message) => { if (['error', 'warning'].includes(message.type())) page.problems.push(message.text()); });
  page.on('pageerror', (error) => page.problems.push(error.stack));
  page.on('request', (request) => {
    const to = new URL(request.url());
    if (to.protocol.startsWith('http') && to.host !== host) page.problems.push(`a request to ${to.host}`);
  });
  await page.goto(url);
  await ready(page);
  return page;
}

/** Waits until a view is built. */
export const ready = (page, view) => page.waitForFunction(
  (wanted) => (wanted ? document.documentElement.dataset.ready === wanted : document.documentElement.dataset.ready), view);

export async function close(page) {
  check(page.problems.length === 0, `problems on ${page.url()}: ${page.problems.join('\n')}`);
  await page.context().close();
}

export function check(condition, message) {
  if (!condition) throw new Error(message);
}

export function equal(found, wanted, what) {
  check(JSON.stringify(found) === JSON.stringify(wanted), `${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`);
}

/** Asks until something is true. */
export async function until(act, what, seconds = 120) {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const found = await act();
    if (found) return found;
    check(Date.now() < end, `waited ${seconds} s for ${what}`);
    await new Promise((resolve) => { setTimeout(resolve, 200); });
  }
}

/** A number of the view's list of numbers. */
export const number = (page, name) => page.evaluate((wanted) => {
  const term = [...document.querySelectorAll('.stats dt')].find((one) => one.textContent === wanted);
  return term?.nextElementSibling.textContent;
}, name);

/** Runs tests one after the other; those that fail are named, and the process ends with an error. */
export async function run(tests) {
  const failed = [];
  for (const [name, test] of tests) {
    const begun = Date.now();
    try {
      await test();
      console.log(`ok ${name} (${((Date.now() - begun) / 1000).toFixed(1)} s)`);
    } catch (error) {
      failed.push(`FAILED ${name}: ${error.stack}`);
      console.log(failed.at(-1));
    }
  }
  // Once more at the end, where they are seen.
  for (const one of failed) console.log(one);
  return failed.length;
}
