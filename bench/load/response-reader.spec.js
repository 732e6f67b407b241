import { describe, expect, it } from '@jest/globals';
import { ResponseReader } from './response-reader.js';

const OK = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello';
const NOT_MODIFIED = 'HTTP/1.1 304 Not Modified\r\nETag: "x"\r\nContent-Length: 5\r\n\r\n';
const EMPTY = 'HTTP/1.1 404 Not Found\r\ncontent-length:0\r\n\r\n';

/** The statuses of the answers, with the text given in pieces of so many bytes. */
function statusesOf(text, pieces) {
  const statuses = [];
  const reader = new ResponseReader((status) => statuses.push(status));
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += pieces) reader.push(Buffer.from(bytes.subarray(at, at + pieces)));
  return statuses;
}

describe('ResponseReader', () => {
  it.each([1, 2, 3, 7, 50, 1000])('finds every answer in pieces of %i bytes', (pieces) => {
    expect(statusesOf(OK + NOT_MODIFIED + EMPTY + OK, pieces)).toEqual([200, 304, 404, 200]);
  });

  it('waits for the last byte of the body', () => expect(statusesOf(OK.slice(0, -1), 1000)).toEqual([]));

  it('does not keep the bytes of a chunk that is used again', () => {
    const statuses = [];
    const reader = new ResponseReader((status) => statuses.push(status));
    const reused = Buffer.from(OK.slice(0, 20));
    reader.push(reused);
    reused.fill('x');
    reader.push(Buffer.from(OK.slice(20)));
    expect(statuses).toEqual([200]);
  });

  it('refuses what has no length instead of waiting for ever', () => {
    const reader = new ResponseReader(() => undefined);
    expect(() => reader.push(Buffer.from('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'))).toThrow(/length/);
  });
});
