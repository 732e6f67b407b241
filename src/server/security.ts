import { type CorsOptions } from '@nestjs/common/internal';
import { type RequestHandler } from 'express';
import helmet from 'helmet';
import { type Settings } from '../lib/config/settings.js';

/** Security headers. The policy allows the scripts of this service, and inline styles, which Swagger UI uses. */
export function securityHeaders({ siteUrl }: Settings): RequestHandler {
  const { origin, protocol } = new URL(siteUrl);
  const secure = protocol === 'https:';
  return helmet({
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
}

/** @returns undefined if no other origin may read responses */
export function crossOrigin({ corsOrigins }: Settings): CorsOptions | undefined {
  if (corsOrigins.length === 0) return undefined;
  return {
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
}
