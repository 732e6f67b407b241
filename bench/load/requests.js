/** Requests as bytes on the wire. */

/** Below which everything is asked. */
export const ROOT = '/en/cal/events/v1';

/**
 * @param {string} path below ROOT
 * @param {Record<string, string>} [headers]
 * @returns {string} a GET of HTTP/1.1
 */
export function requestText(path, headers = {}) {
  const lines = Object.entries({ Host: 'localhost', Accept: 'application/json', ...headers });
  return `GET ${ROOT}${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
}
