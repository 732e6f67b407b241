import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { type Socket } from 'node:net';
import { ExpressAdapter } from '@nestjs/platform-express';
import { type ErrorRequestHandler, type Express, type NextFunction, type Response } from 'express';
import { RouteTable, setRouteTable, noRouteError } from '../http/route-table.js';
import { type CalendarRequest } from '../http/request-context.js';
import { refuseConnection } from './refused-connections.js';

/**
 * Timeouts and limits for connections. `receiveBody` limits bodies. Connections that exceed these limits, or send no
 * HTTP, never become requests: `refuseConnection` responds to them.
 */
const LIMITS = {
  /** Maximum size of the request line and all headers, in bytes. */
  maxHeaderSize: 16_384,
  headersTimeout: 10_000,
  /** The time of the slowest body, that of an upload. `receiveBody` has a shorter one for the others. */
  requestTimeout: 120_000,
  /** Longer than the 60 s of usual proxies, which would otherwise reuse connections that are being closed. */
  keepAliveTimeout: 65_000,
  /** Interval at which Node checks these time-outs. */
  connectionsCheckingInterval: 2_000,
  /** Off, since Node would respond without a body. The middleware `requireHost` checks it instead. */
  requireHostHeader: false,
};

const MAX_HEADERS = 100;

/** Milliseconds without a byte in either direction, after which a connection is closed. */
const IDLE_TIMEOUT = 60_000;

/** Milliseconds for requests in progress to finish at shutdown. Each has a shorter deadline of its own. */
const SHUTDOWN_TIMEOUT = 7_000;

/** Milliseconds for the rest of a body that was refused before it was read. */
const UNREAD_BODY_TIMEOUT = 10_000;

type ErrorHandler = Parameters<ExpressAdapter['setErrorHandler']>[0];

/** Express with limits on its connections, and with the same error format for every path. */
export class HttpAdapter extends ExpressAdapter {
  /** The open connections, with the last response of each. */
  private readonly sockets = new Map<Socket, ServerResponse | undefined>();
  private readonly unroutedHandlers: ErrorRequestHandler[] = [];
  private readonly routes = new RouteTable();

  constructor(private readonly shutdownTimeout = SHUTDOWN_TIMEOUT) {
    super();
    setRouteTable(this.getInstance<Express>(), this.routes);
  }

  override get(...route: unknown[]): unknown {
    return super.get(...this.addRoute('GET', route));
  }

  override post(...route: unknown[]): unknown {
    return super.post(...this.addRoute('POST', route));
  }

  override put(...route: unknown[]): unknown {
    return super.put(...this.addRoute('PUT', route));
  }

  override patch(...route: unknown[]): unknown {
    return super.patch(...this.addRoute('PATCH', route));
  }

  override delete(...route: unknown[]): unknown {
    return super.delete(...this.addRoute('DELETE', route));
  }

  override initHttpServer(): void {
    const app = this.getInstance<Express>();
    const server = createServer(LIMITS, app as RequestListener);
    server.maxHeadersCount = MAX_HEADERS;
    server.setTimeout(IDLE_TIMEOUT);
    server.prependListener('request', (request, response) => {
      this.sockets.set(request.socket, response);
      response.once('finish', () => limitUnreadBody(request));
    });
    server.on('clientError', (error, socket: Socket) => refuseConnection(error, socket, this.sockets.get(socket)));
    // `BodyGuard` sends 100 Continue. Node closes the connection of a request that is refused before that.
    server.on('checkContinue', (request, response) => server.emit('request', request, response));
    // Unknown expectations may be ignored (RFC 9110, section 10.1.1). Node would answer 417 without a body.
    server.on('checkExpectation', (request, response) => server.emit('request', request, response));
    // The service supports no protocol upgrades. After such a request, Node reports no errors of the connection.
    server.prependListener('request', (request, response) => {
      if (request.headers.upgrade !== undefined) response.setHeader('Connection', 'close');
    });
    server.on('connection', (socket) => {
      this.sockets.set(socket, undefined);
      socket.once('close', () => this.sockets.delete(socket));
    });
    this.httpServer = server;
  }

  /** Accepts no more connections, finishes the requests in progress, and closes each connection afterwards. */
  override async close(): Promise<void> {
    const idleCheck = setInterval(() => this.closeIdle(), 50);
    const deadline = setTimeout(
      () => this.sockets.forEach((_response, socket) => socket.destroy()),
      this.shutdownTimeout,
    );
    try {
      await super.close();
    } finally {
      clearInterval(idleCheck);
      clearTimeout(deadline);
    }
  }

  /** Sends bytes as they are. Nest would turn them into JSON. */
  override reply(response: Response, body: unknown, status?: number): void {
    if (!Buffer.isBuffer(body)) return void super.reply(response, body, status);
    if (status) response.status(status);
    response.send(body);
  }

  /** Replaces the handler of Nest, which covers only paths below the global prefix, by one for all paths. */
  override setNotFoundHandler(): unknown {
    return this.use((request: CalendarRequest, _response: Response, next: NextFunction) => next(noRouteError(request)));
  }

  /** Mounts the error handler for all paths; Nest would mount it below the global prefix. */
  override setErrorHandler(handler: ErrorHandler): unknown {
    return this.use(...this.unroutedHandlers, handler);
  }

  /** Registers a handler for requests that match no route. It runs before the error handler. */
  onUnrouted(handler: ErrorRequestHandler): void {
    this.unroutedHandlers.push(handler);
  }

  /** Leaves errors of Express and its parsers as they are: Nest would replace them by exceptions without details. */
  override mapException(error: unknown): unknown {
    return error;
  }

  private addRoute(method: string, route: unknown[]): Parameters<ExpressAdapter['get']> {
    if (typeof route[0] === 'string') this.routes.add(method, route[0]);
    return route as Parameters<ExpressAdapter['get']>;
  }

  /** Closes idle connections, also those that browsers open in advance, which Node does not count as idle. */
  private closeIdle(): void {
    (this.getHttpServer() as Server).closeIdleConnections();
    for (const socket of this.sockets.keys()) if (socket.bytesRead === 0) socket.destroy();
  }
}

/** Node reads the rest of a body after its response, so that the client can read that response. */
function limitUnreadBody(request: IncomingMessage): void {
  if (request.complete) return;
  // A request whose client has left does not close after its response. The process need not wait for it.
  const timer = setTimeout(() => request.socket.destroy(), UNREAD_BODY_TIMEOUT).unref();
  request.once('close', () => clearTimeout(timer));
}
