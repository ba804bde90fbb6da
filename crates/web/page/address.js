// The address: the view and what it shows, in the fragment, so that any web server will do.
//
//     #watch?controller=bcts&seed=1&move=120&board=10x10
//
// A controller that is no part of the catalogue travels as `file`: its text, packed.

/** The longest controller file that a link carries, packed, in characters. */
const LONGEST_FILE = 6000;

/** The view and its values in the address. */
export function read() {
  const [view, query = ''] = location.hash.slice(1).split('?');
  return { view, values: Object.fromEntries(new URLSearchParams(query)) };
}

let timer;
let latest;
let written = 0;

/** Puts the view and its values into the address, without a step in the history. */
export function write(view, values) {
  const given = Object.entries(values).filter(([, value]) => value != null && value !== '');
  // Characters that a fragment may have stay readable.
  const query = String(new URLSearchParams(given)).replaceAll('%2C', ',').replaceAll('%3A', ':')
    .replaceAll('%2F', '/').replaceAll('%23', '%23');
  latest = `#${view}${query && `?${query}`}`;
  // Browsers refuse too many changes in a short time.
  clearTimeout(timer);
  const wait = Math.max(0, 250 - (performance.now() - written));
  if (wait === 0) put();
  else timer = setTimeout(put, wait);
}

function put() {
  clearTimeout(timer);
  written = performance.now();
  if (latest && location.hash !== latest) history.replaceState(null, '', latest);
  latest = undefined;
}

/** What is still to be written belongs to a view that is left. */
export function forget() {
  clearTimeout(timer);
  latest = undefined;
}

async function through(stream, bytes) {
  const piped = new Blob([bytes]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(piped).arrayBuffer());
}

/** The text of a controller file for the address; nothing if it is too long for one. */
export async function pack(text) {
  const bytes = await through(new CompressionStream('deflate-raw'), new TextEncoder().encode(text));
  if (bytes.length > LONGEST_FILE) return undefined;
  const letters = btoa(String.fromCharCode(...bytes));
  return letters.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The text of a controller file from the address. */
export async function unpack(packed) {
  try {
    const letters = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    return new TextDecoder().decode(await through(new DecompressionStream('deflate-raw'), bytes));
  } catch {
    throw new Error('the controller file in the address is damaged: ask for the link again');
  }
}
