// What the views of the laboratory show where no laboratory is there.

import { h } from './dom.js';

/** A view that says how to get the laboratory. */
export const withoutServer = (title, what) => h('div', {}, h('h1', {}, title),
  h('div', { class: 'note' }, h('p', {}, `${what} needs the laboratory, which runs on a computer of your own. Start it there:`),
    h('p', {}, h('code', {}, 'tetrarium serve --open')),
    h('p', {}, 'Watch, Race, Explain and Play need no server: their engine runs in this page.')));
