import { type CorsOptions } from '@nestjs/common/internal';
import { type RequestHandler } from 'express';
import helmet from 'helmet';
import { type Settings } from '../config/settings.js';

/**
 * Security headers. The policy allows what the two pages need, Swagger UI and `/`: only scripts from files of this service,
 * and inline styles, which Swagger UI has.
 */
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
        // "Try it out" asks the public address, which need not be the one that the page came from.
        connectSrc: ["'self'", origin],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'self'"],
      },
    },
    // Browsers heed these two with TLS only, and complain about them without.
    strictTransportSecurity: secure && { maxAge: 365 * 24 * 3600, includeSubDomains: false },
    crossOriginOpenerPolicy: secure && { policy: 'same-origin' },
    originAgentCluster: false,
    // Pages of other origins may embed public responses; CORS decides which of them may read them.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
  });
}

/** @returns undefined where no other origin may read responses */
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
    // Seconds; Chromium caches no preflight longer.
    maxAge: 7200,
    preflightContinue: true,
  };
}
