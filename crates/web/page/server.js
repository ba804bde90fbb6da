// What `tetrarium serve` answers. Other web servers send the page without it.

const token = document.querySelector('meta[name=tetrarium-token]').content;

/** Whether the page comes from `tetrarium serve`. */
export const isServed = token !== '';

/** The server's answer; an error with its sentence if it has none. */
export async function api(path, body) {
  const response = await fetch(`api/${path}`, body === undefined ? {} : {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-tetrarium-token': token },
    body: JSON.stringify(body),
  }).catch(() => { throw new Error('the server does not answer: is `tetrarium serve` still running?'); });
  const answer = await response.json().catch(() => ({ error: `the server says ${response.status}` }));
  if (answer.error) throw new Error(answer.error);
  return answer;
}
