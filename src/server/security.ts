import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { type CorsOptions, type CorsOptionsDelegate } from '@nestjs/common/internal';
import { type Request, type RequestHandler } from 'express';
import helmet from 'helmet';
import { type Settings } from '../lib/config/settings.js';

/** The headers of every response: Vary, and those of security, which are computed once. */
export function commonHeaders(settings: Settings): RequestHandler {
  const headers = Object.entries({ Vary: 'Authorization, Accept-Encoding', ...securityHeaders(settings) });
  return (_request, response, next) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    next();
  };
}

/** Security headers. The policy allows the scripts of this service, and inline styles, which Swagger UI uses. */
function securityHeaders({ siteUrl }: Settings): Record<string, string> {
  const { origin, protocol } = new URL(siteUrl);
  const secure = protocol === 'https:';
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'", 'data:'],
        // "Try it out" sends requests to the public address, which may differ from that of the page.
        connectSrc: ["'self'", origin],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'self'"],
      },
    },
    // Browsers only apply these two headers with TLS, and log warnings without it.
    strictTransportSecurity: secure && { maxAge: 365 * 24 * 3600, includeSubDomains: false },
    crossOriginOpenerPolicy: secure && { policy: 'same-origin' },
    originAgentCluster: false,
    // Pages of other origins may embed public responses; CORS decides which of them may read them.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
  });
  const recorder = new HeaderRecorder(new IncomingMessage(new Socket()));
  setHeaders(recorder.req, recorder, () => undefined);
  return recorder.headers;
}

/** A response that is never sent, which keeps the headers that middleware sets. */
class HeaderRecorder extends ServerResponse {
  readonly headers: Record<string, string> = {};

  override setHeader(name: string, value: string): this {
    this.headers[name] = value;
    return this;
  }
}

/** @returns undefined if no other origin may read responses. None may read the editor's page. */
export function crossOrigin({ corsOrigins, basePath }: Settings): CorsOptionsDelegate<Request> | undefined {
  if (corsOrigins.length === 0) return undefined;
  const admin = `${basePath}/admin`.toLowerCase();
  const options: CorsOptions = {
    origin: corsOrigins,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: ['Authorization', 'Content-Type', 'If-Match', 'If-None-Match', 'Idempotency-Key'],
    exposedHeaders: [
      ...['X-Cal-Total', 'X-Cal-TotalPages', 'Link', 'Location', 'Content-Location', 'Content-Language'],
      'Content-Disposition',
      ...['ETag', 'Age', 'Warning', 'Allow', 'Retry-After', 'WWW-Authenticate', 'X-Request-Id'],
      ...['Idempotent-Replayed', 'RateLimit', 'RateLimit-Policy'],
    ],
    // Seconds; the maximum for which Chromium caches a preflight.
    maxAge: 7200,
    preflightContinue: true,
  };
  return (request, done) => {
    const path = request.path.toLowerCase();
    const isAdmin = path === admin || path.startsWith(`${admin}/`);
    done(null, isAdmin ? { origin: false, preflightContinue: true } : options);
  };
}
