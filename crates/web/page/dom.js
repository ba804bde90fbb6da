// Small helpers: elements, numbers, messages.

/** An element with attributes (`on…` are listeners, `class` and `data-…` as in HTML) and children. */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, '');
    else if (value !== false && value != null) element.setAttribute(name, value);
  }
  element.append(...children.flat().filter((child) => child != null && child !== false));
  return element;
}

const WHOLE = new Intl.NumberFormat('en');
export const whole = (number) => WHOLE.format(number);

/** A number with about this many digits. */
export function digits(number, count = 4) {
  if (number == null) return '–';
  // Without the sign of a zero.
  if (Number.isInteger(number)) return WHOLE.format(number + 0);
  if (Math.abs(number) >= 10 ** count) return WHOLE.format(Math.round(number));
  return String(Number(number.toPrecision(count)));
}

/** A button. */
export const button = (text, act, attributes = {}) =>
  h('button', { type: 'button', onclick: act, ...attributes }, text);

/** A labelled field. */
export const field = (name, input) => h('label', {}, name, input);

/** Shows an error or a notice; without text it goes away. */
export function say(text) {
  const box = document.getElementById('message');
  box.querySelector('span').textContent = text ?? '';
  box.hidden = !text;
}
document.querySelector('#message button').addEventListener('click', () => say());

let announced = 0;
/** Tells screen readers; at most once in `pause` milliseconds. */
export function announce(text, pause = 0) {
  const now = performance.now();
  if (now - announced < pause) return;
  announced = now;
  document.getElementById('live').textContent = text;
}

/** A list of numbers and what they are: returns the element and a function that sets them. */
export function stats(names) {
  const values = names.map(() => h('dd', {}, '–'));
  const list = h('dl', { class: 'stats' },
    names.map((name, index) => h('div', {}, h('dt', {}, name), values[index])));
  const set = (...texts) => texts.forEach((text, index) => {
    if (text instanceof Node) {
      if (values[index].firstChild !== text) values[index].replaceChildren(text);
    } else if (values[index].textContent !== text) values[index].textContent = text;
  });
  return [list, set];
}

/** Resolves at the next frame, with its time. A hidden page has few frames: then by a timer. */
export const frame = () => new Promise((resolve) => {
  if (document.hidden) setTimeout(() => resolve(performance.now()), 200);
  else requestAnimationFrame(resolve);
});

export const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Whether a key press belongs to a field or a button, not to the view. */
export const isTyping = (event) => event.ctrlKey || event.metaKey || event.altKey
  || event.target.closest('input:not([type=checkbox]):not([type=radio]), select, textarea, summary');
