// The views, and what they share: the address, the keyboard, dropped files.

import * as address from './address.js';
import { h, say } from './dom.js';

const VIEWS = ['watch', 'race', 'explain', 'play', 'measure', 'train'];
const main = document.getElementById('main');
/** The token of `tetrarium serve`; empty where another web server sends the page. */
const served = document.querySelector('meta[name=tetrarium-token]').content !== '';

let current;
let shown = 0;

async function show() {
  const { view: asked, values } = address.read();
  // The address of a heading on the page, such as that of the skip link.
  if (asked === 'main') return;
  const view = VIEWS.includes(asked) ? asked : 'watch';
  shown += 1;
  const turn = shown;
  current?.leave?.();
  current = undefined;
  address.forget();
  say();
  for (const link of document.querySelectorAll('nav a')) {
    if (link.dataset.view === view) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  document.title = `${view[0].toUpperCase()}${view.slice(1)} – tetrarium`;
  try {
    const { default: View } = await import(`./${view}.js`);
    if (turn !== shown) return;
    const made = new View();
    current = made;
    await made.build(values);
    // Another view was asked for in the meantime: that one says when it is ready.
    if (turn !== shown) {
      made.leave?.();
      return;
    }
    main.replaceChildren(made.element);
  } catch (error) {
    if (turn !== shown) return;
    say(error.message);
    if (!main.querySelector('h1')) {
      main.replaceChildren(h('p', { class: 'note' }, error.message, ' ', h('a', { href: '#watch' }, 'Begin anew.')));
    }
  }
  document.documentElement.dataset.ready = view;
}

addEventListener('hashchange', show);
document.getElementById('skip').addEventListener('click', (event) => {
  event.preventDefault();
  main.focus();
});
// A link to the view that is shown begins it anew.
document.querySelector('header').addEventListener('click', (event) => {
  const link = event.target.closest('a[href^="#"]');
  if (!link || link.getAttribute('href') !== location.hash) return;
  event.preventDefault();
  show();
});
addEventListener('keydown', (event) => current?.key?.(event));
addEventListener('unhandledrejection', (event) => {
  say(event.reason?.message ?? String(event.reason));
  event.preventDefault();
});

const cover = document.getElementById('drop');
addEventListener('dragover', (event) => {
  event.preventDefault();
  cover.hidden = !current?.file;
});
addEventListener('dragleave', (event) => { if (!event.relatedTarget) cover.hidden = true; });
addEventListener('drop', async (event) => {
  event.preventDefault();
  cover.hidden = true;
  const file = event.dataTransfer.files[0];
  if (!file || !current?.file) return;
  try {
    await current.file(file);
  } catch (error) {
    say(error.message);
  }
});

if (!served) for (const link of document.querySelectorAll('nav .lab')) link.title = 'with tetrarium serve';
show();
