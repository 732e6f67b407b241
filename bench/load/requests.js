/** Requests as bytes on the wire. */

/** Below which everything is asked. */
export const ROOT = '/en/cal/events/v1';

/**
 * @param {string} path below ROOT
 * @param {Record<string, string>} [headers]
 * @param {{ method?: string, body?: object }} [more]
 * @returns {string} a request of HTTP/1.1
 */
export function requestText(path, headers = {}, { method = 'GET', body } = {}) {
  const text = body && asciiJson(body);
  const ofBody = text && { 'Content-Type': 'application/json', 'Content-Length': text.length };
  const lines = Object.entries({ Host: 'localhost', Accept: 'application/json', ...headers, ...ofBody });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return `${method} ${ROOT}${path} HTTP/1.1\r\n${head}\r\n${text ?? ''}`;
}

/** Requests are sent a byte for each character. */
const asciiJson = (body) =>
  JSON.stringify(body).replace(/[\u0080-\uffff]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
