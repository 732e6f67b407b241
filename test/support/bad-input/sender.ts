import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { type AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { type TestCalendar } from '../test-calendar.js';
import { type BadRequest } from './bad-request.js';

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Time-out of a request in milliseconds. */
const PATIENCE = 60_000;

/** Sends requests unchanged over keep-alive connections. */
export class Sender {
  private readonly agent: Agent;
  private readonly port: number;

  constructor(
    private readonly calendar: TestCalendar,
    readonly connections: number,
  ) {
    this.agent = new Agent({ keepAlive: true, maxSockets: connections });
    this.port = (calendar.app.getHttpServer().address() as AddressInfo).port;
  }

  /** Retries once if the connection was closed, which the service may do instead of reading a body. */
  async send(sent: BadRequest): Promise<Reply> {
    try {
      return await this.once(sent);
    } catch {
      return this.once(sent);
    }
  }

  close(): void {
    this.agent.destroy();
  }

  private once({ method, target, headers, body, role }: BadRequest): Promise<Reply> {
    const key = role === null ? {} : { authorization: `Bearer ${this.calendar.keys[role]}` };
    const length = body || method === 'POST' ? { 'content-length': String(body?.length ?? 0) } : {};
    const options = {
      ...{ host: '127.0.0.1', port: this.port, agent: this.agent, method, path: target, timeout: PATIENCE },
      headers: { ...key, ...length, ...headers },
    };
    return new Promise((resolve, reject) => {
      const sending = request(options, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode!,
            headers: response.headers,
            text: unpacked(Buffer.concat(chunks), response.headers['content-encoding']),
          }),
        );
      });
      sending.on('timeout', () => sending.destroy(new Error('no answer')));
      sending.on('error', reject);
      sending.end(body);
    });
  }
}

const UNPACK: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

function unpacked(bytes: Buffer, encoding = ''): string {
  const unpack = UNPACK[encoding];
  return (unpack && bytes.length > 0 ? unpack(bytes) : bytes).toString('utf8');
}
