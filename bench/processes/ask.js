/** Single requests, without a word about compression: what is compared is the plain bytes. */
import { once } from 'node:events';
import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';

/**
 * @typedef {object} Answer
 * @property {number} status
 * @property {Record<string, string>} headers by their names in lower case
 * @property {string[]} rawHeaders names and values in turn, as they were sent
 * @property {Buffer} body
 */

/**
 * @param {string} url
 * @param {{ method?: string, headers?: Record<string, string>, body?: string }} [options]
 * @returns {Promise<Answer>}
 */
export async function ask(url, { method = 'GET', headers, body } = {}) {
  const outgoing = request(url, { method, headers, agent: false });
  outgoing.end(body);
  const [response] = await once(outgoing, 'response');
  const { statusCode: status, headers: received, rawHeaders } = response;
  return { status, headers: received, rawHeaders, body: await buffer(response) };
}

/**
 * @param {string} url
 * @returns {Promise<any>}
 */
export async function askJson(url) {
  const { status, body } = await ask(url);
  if (status !== 200) throw new Error(`${status} from ${url}: ${body}`);
  return JSON.parse(body.toString());
}
