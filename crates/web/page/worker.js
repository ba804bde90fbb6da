// The engine in a worker: requests in JSON go in, answers come out.

const encoder = new TextEncoder();
const decoder = new TextDecoder();

async function load() {
  const url = new URL('./engine.wasm', import.meta.url);
  const response = await fetch(url, { credentials: 'same-origin' });
  if (!response.ok) throw new Error(`engine.wasm cannot be fetched: ${response.status}`);
  // Not every web server knows the media type that streaming needs.
  const { instance } = await WebAssembly.instantiate(await response.arrayBuffer(), {});
  return instance.exports;
}

let engine = load();

function answer(exports, request) {
  const bytes = encoder.encode(JSON.stringify(request));
  const at = exports.tetrarium_reserve(bytes.length);
  new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
  const length = exports.tetrarium_answer();
  const start = exports.tetrarium_output();
  return JSON.parse(decoder.decode(new Uint8Array(exports.memory.buffer, start, length)));
}

onmessage = async ({ data: { id, request } }) => {
  try {
    postMessage({ id, answer: answer(await engine, request) });
  } catch (error) {
    // What failed may have left the engine half-way: a new one begins without games.
    engine = load();
    engine.catch(() => {});
    postMessage({ id, answer: { error: `the engine failed: ${error.message}; load the page again` } });
  }
};
