import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Settings } from '../../lib/config/settings.js';
import { Metrics } from './metrics.js';

/** Serves the metrics without a key on the port `METRICS_PORT`, which must not be published. */
@Injectable()
export class MetricsServer implements OnApplicationShutdown {
  private readonly logger = new Logger('metrics');
  private server: Server | undefined;

  constructor(
    private readonly settings: Settings,
    private readonly metrics: Metrics,
  ) {}

  /** @returns its address; undefined if it is off */
  async listen(): Promise<AddressInfo | undefined> {
    const { metricsPort, metricsHost } = this.settings;
    if (metricsPort === false) return undefined;
    const server = createServer((request, response) => void this.answer(request, response));
    this.server = server.listen(metricsPort, metricsHost);
    await once(server, 'listening');
    return server.address() as AddressInfo;
  }

  onApplicationShutdown(): void {
    this.server?.close();
    this.server?.closeAllConnections();
  }

  private async answer({ method, url }: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path] = url!.split('?', 1);
    if (path !== '/metrics' || !['GET', 'HEAD'].includes(method!)) return void response.writeHead(404).end();
    try {
      const text = await this.metrics.text();
      response.writeHead(200, { 'Content-Type': this.metrics.contentType, 'Cache-Control': 'no-store' }).end(text);
    } catch (error) {
      this.logger.warn({ err: error }, 'The metrics could not be gathered.');
      response.writeHead(503).end();
    }
  }
}
