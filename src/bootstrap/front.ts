import { type IncomingMessage, type ServerResponse } from 'node:http';
import { type NestExpressApplication } from '@nestjs/platform-express';
import fresh from 'fresh';
import proxyAddress, { compile } from 'proxy-addr';
import { type Answer, CONTENT_TYPE } from '../common/cache/answer.js';
import { Answers, type Found } from '../common/cache/answers.js';
import { acceptedEncoding, type Encoding } from '../common/cache/encodings.js';
import { Lifetime, stalenessHeaders } from '../common/cache/lifetime.js';
import { type Allowance, clientOf, limitHeaders, RateLimits } from '../common/limits/rate-limits.js';
import { type Settings } from '../config/settings.js';
import { type Log } from './log.js';
import { logAtEnd, requestId } from './requests.js';

/** Takes a request, or passes it on. */
export type Front = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/**
 * Answers public reads before Express and Nest, with the headers, limits and log lines that they would have given them,
 * in a fraction of the time: from memory where the answer is at hand, else as it was made before. All others go on, and
 * so does what goes wrong, to be told in the usual way.
 */
export function createFront(app: NestExpressApplication, settings: Settings, log: Log): Front {
  const answers = app.get(Answers);
  const lifetime = app.get(Lifetime);
  const limits = app.get(RateLimits);
  const addressOf = addressReader(settings);

  return (request, response, next) => {
    const key = isPlain(request) ? answers.keyOf(request, request.url!) : undefined;
    if (!key) return next();
    const kept = answers.ready(key);
    const isReady = kept?.bytes(encodingFor(request, kept)) !== undefined;
    const recipe = isReady ? undefined : answers.recipe(key);
    if (!isReady && !recipe) return next();

    const ip = addressOf(request);
    const id = requestId(request);
    // Of what is ready nothing can go wrong that a higher level would hear of.
    const isLogged = recipe !== undefined || log.isLevelEnabled('info');
    if (isLogged) logAtEnd(log, { id, method: request.method!, originalUrl: request.url!, ip }, response);
    const send = ({ answer, age }: Found, allowance?: Allowance) => {
      const passing = ['X-Request-Id', id, 'Cache-Control', lifetime.cacheControl(answer.until)];
      if (allowance) passing.push(...linesOf(limitHeaders(allowance)));
      if (age !== undefined) passing.push(...linesOf(stalenessHeaders(age)));
      write(request, response, answer, passing);
    };
    if (isReady && !limits.isOn) return send({ answer: kept });

    const answerLater = async (allowance: Allowance | undefined): Promise<void> => {
      const found = recipe ? await answers.get(key, (version) => recipe.make(version)) : { answer: kept! };
      await prepare(request, found.answer);
      send(found, allowance);
    };
    const passOn = (error: unknown, allowance?: Allowance): void => {
      Object.assign(request, { id, isLogged, failed: { error, allowance } });
      next();
    };
    limits
      .count(key.limit, clientOf(ip))
      .then((allowance) => answerLater(allowance).catch((error: unknown) => passOn(error, allowance)), passOn)
      .catch(() => response.destroy());
  };
}

const linesOf = (headers: Record<string, string>): string[] => Object.entries(headers).flat();

/** A read without a body, of a path, as HTTP has it: what is odd gets its answer elsewhere. */
function isPlain({ url, headers, httpVersion }: IncomingMessage): boolean {
  const hasBody = headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
  return url!.startsWith('/') && !hasBody && (headers.host !== undefined || httpVersion !== '1.1');
}

/** A HEAD is answered for the plain bytes. */
function encodingFor({ method, headers }: IncomingMessage, answer: Answer): Encoding | undefined {
  return method === 'HEAD' ? undefined : answer.encodingFor(acceptedEncoding(headers['accept-encoding']));
}

/** Like Express: behind proxies that are trusted, the client's own address. */
function addressReader({ trustProxy }: Settings): (request: IncomingMessage) => string {
  if (trustProxy === false) return ({ socket }) => socket.remoteAddress ?? '';
  const trust =
    typeof trustProxy === 'number' ? (_address: string, hop: number) => hop < trustProxy : compile(trustProxy);
  return (request) => proxyAddress(request, trust);
}

const isKnown = ({ headers }: IncomingMessage, { etag }: Answer) => fresh(headers, { etag });

/** Has the bytes made that the answer is sent in. */
async function prepare(request: IncomingMessage, answer: Answer): Promise<void> {
  const encoding = encodingFor(request, answer);
  if (encoding !== undefined && !isKnown(request, answer)) await answer.encoded(encoding);
}

/** @param passing names and values of the headers that belong to this request alone */
function write(request: IncomingMessage, response: ServerResponse, answer: Answer, passing: readonly string[]): void {
  if (isKnown(request, answer)) {
    response.writeHead(304, [...passing, ...answer.lines.slice(CONTENT_TYPE)]).end();
    return;
  }
  const encoding = encodingFor(request, answer);
  const pieces = answer.bytes(encoding)!;
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const lines = [...passing, ...answer.lines, 'Content-Length', String(length)];
  if (encoding !== undefined) lines.push('Content-Encoding', encoding);
  response.writeHead(200, lines);
  if (request.method === 'HEAD') return void response.end();
  response.cork();
  for (const piece of pieces.slice(0, -1)) response.write(piece);
  response.end(pieces.at(-1));
}
