import { type AddressInfo, createServer, connect as connectTo, type Server, type Socket } from 'node:net';

/** A TCP proxy between the service and a server. It can stop forwarding data (`freeze`). */
export class Proxy {
  private frozen = false;
  private readonly sockets = new Set<Socket>();
  private server: Server | undefined;
  port = 0;

  static async to(target: number): Promise<Proxy> {
    const proxy = new Proxy(target);
    await proxy.listen();
    return proxy;
  }

  /** @param target the port that new connections go to */
  private constructor(public target: number) {}

  /** Number of open connections. */
  get connections(): number {
    return this.sockets.size / 2;
  }

  async listen(): Promise<void> {
    this.server = createServer((client) => {
      const upstream = connectTo(this.target, '127.0.0.1');
      for (const [from, to] of [
        [client, upstream],
        [upstream, client],
      ] as const) {
        this.sockets.add(from);
        from.on('data', (data) => !this.frozen && to.write(data));
        from.on('error', () => undefined);
        from.on('close', () => {
          this.sockets.delete(from);
          to.destroy();
        });
      }
    });
    const { server } = this;
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve));
    this.port = (server.address() as AddressInfo).port;
  }

  freeze(): void {
    this.frozen = true;
  }

  /** Data that was sent meanwhile is lost, as after a restart; new connections work. */
  thaw(): void {
    this.frozen = false;
  }

  /** Closes all open connections; new ones work. */
  cut(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => void this.server?.close(() => resolve()));
    this.cut();
    await closed;
  }
}
