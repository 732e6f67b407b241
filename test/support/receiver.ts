import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { until } from './until.js';

/** A message as it arrived. */
export interface Received {
  readonly id: string;
  readonly body: string;
  readonly headers: IncomingHttpHeaders;
  readonly type: string;
  readonly data: { kind: string; id: number; rest_urls: Record<string, string>; revision: number | null };
}

type Respond = (response: ServerResponse, message: Received) => void;

const accept: Respond = (response) => void response.writeHead(204).end();

/** A receiver of webhooks on this machine. */
export class Receiver {
  readonly received: Received[] = [];
  /** How it responds; by default with 204. */
  respond: Respond = accept;
  private server!: Server;

  /** @param port for restarting a receiver at the same address; by default a free one */
  static async start(port = 0): Promise<Receiver> {
    const receiver = new Receiver();
    receiver.server = createServer((request, response) => {
      void text(request).then((body) => {
        const { type, data } = JSON.parse(body) as Received;
        const message = { id: request.headers['webhook-id'] as string, body, headers: request.headers, type, data };
        receiver.received.push(message);
        receiver.respond(response, message);
      });
    });
    await new Promise<void>((done) => receiver.server.listen(port, '127.0.0.1', done));
    return receiver;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/hook`;
  }

  /** `event.published 12`, in the order of arrival. */
  get summaries(): string[] {
    return this.received.map(({ type, data }) => `${type} ${data.id}`);
  }

  acceptAll(): void {
    this.respond = accept;
  }

  /** Waits until `count` messages have arrived, and removes and returns them. */
  async take(count: number): Promise<Received[]> {
    await until(() => this.received.length >= count, 20_000);
    return this.received.splice(0);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
  }
}

/** Whether the library verifies a message with a secret. */
export function isSignedWith(secret: string, { body, headers }: Received): boolean {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}
