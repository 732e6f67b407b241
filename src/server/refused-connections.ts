import { STATUS_CODES, type ServerResponse } from 'node:http';
import { type Socket } from 'node:net';
import { parse } from 'node:querystring';
import { NAMESPACE } from '../http/urls/urls.js';
import { type ApiError, HeadersTooLarge, MalformedRequest, RequestTimeout } from '../lib/errors/api-error.js';
import { FieldError, InvalidParameters } from '../lib/errors/field-error.js';
import { messages } from '../lib/i18n/messages.js';
import { isLanguage, type Language, LANGUAGES } from '../lib/i18n/language.js';

/** Milliseconds until the connection is destroyed: TCP would reset it at once if the client still sends. */
const LINGER = 1_000;

/** An error of Node's HTTP parser, with the received bytes, and the number of those before the error. */
type ParserError = Error & { code?: string; rawPacket?: Buffer; bytesParsed?: number };

/** Sends an error body for invalid HTTP, large headers and timeouts, which Node refuses before there is a request. */
export function refuseConnection(error: ParserError, socket: Socket, lastResponse?: ServerResponse): void {
  const isResponding = lastResponse?.headersSent && !lastResponse.writableFinished;
  if (error.code === 'ECONNRESET' || !socket.writable || isResponding) return void socket.destroy(error);
  const request = refusedRequest(error);
  const refusal = refusalOf(error, request);
  const language = languageOf(request);
  const body = JSON.stringify(refusal.body(messages[language]));
  const head = [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Language: ${language}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  // A client that continues to send would never close its side.
  setTimeout(() => socket.destroy(), LINGER).unref();
}

/** The beginning of a request line whose target is a path. */
const REQUEST_LINE = /[A-Z]{3,20} \//g;

/** The bytes from the refused request on. Before it, a packet may have the rest of a body that was refused unread. */
function refusedRequest({ rawPacket = Buffer.of(), bytesParsed = 0 }: ParserError): Buffer {
  const lines = [...rawPacket.toString('latin1', 0, bytesParsed).matchAll(REQUEST_LINE)];
  return rawPacket.subarray(lines.at(-1)?.index ?? 0);
}

function refusalOf({ code }: ParserError, request: Buffer): ApiError {
  if (code === 'HPE_HEADER_OVERFLOW') return new HeadersTooLarge();
  if (code === 'HPE_INVALID_URL') return nonAsciiTargetError(request);
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? new RequestTimeout() : new MalformedRequest();
}

/** The error for a URL that is not percent-encoded. It names the parameters with bytes that are not ASCII. */
function nonAsciiTargetError(bytes: Buffer): ApiError {
  const [, address = ''] = bytes.toString().split('\r\n', 1)[0]!.split(' ');
  if (isAscii(address)) return new MalformedRequest();
  const [, query = ''] = address.split(/\?(.*)/s);
  const errors = new Map<string, FieldError>();
  for (const parameter of query.split('&').filter((one) => !isAscii(one)))
    for (const name of Object.keys(parse(parameter))) errors.set(name, new FieldError((all) => all.notPercentEncoded));
  return errors.size > 0 ? new InvalidParameters(errors) : new MalformedRequest((all) => all.addressNotPercentEncoded);
}

const isAscii = (text: string) => !/[^ -~]/.test(text);

/** A request line whose path contains the root of the API in a language. */
const ROOT = new RegExp(`^[A-Z]+ [^ ?]*?/(${LANGUAGES.join('|')})/${NAMESPACE}(?![^/? ])`);

/** The language of the root, if the bytes begin with a request line that has one. */
function languageOf(bytes: Buffer): Language {
  const [, root] = ROOT.exec(bytes.toString('latin1')) ?? [];
  return isLanguage(root) ? root : 'en';
}
