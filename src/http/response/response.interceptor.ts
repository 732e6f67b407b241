import { Readable } from 'node:stream';
import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  StreamableFile,
  SetMetadata,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { type Response } from 'express';
import { lastValueFrom, type Observable, of } from 'rxjs';
import { type CalendarRequest, type RequestContext, contextOf } from '../request-context.js';
import { StreamedBody, encodingFor, etagIn, SerializedResponse } from './serialized-response.js';
import { fieldNamesOf } from '../validation/class-validator-errors.js';
import { MAX_COMPARED, resembledParameter } from '../validation/suggestions.js';
import { ClientReads } from '../client-reads.js';
import { ResponseCache } from './response-cache.js';
import { CacheControl, NO_STORE, NextPublication } from './cache-control.js';

const CACHE_RESPONSES = 'calendar:cache-responses';

/**
 * Caches the responses to public reads of a controller. They must depend only on path, query, language and database,
 * and on the time only as `ResponseMeta` states.
 */
export const CacheResponses = () => SetMetadata(CACHE_RESPONSES, true);

/**
 * Serializes the results of handlers below a language root, with an ETag and caching headers, and answers public reads
 * from the response cache. Guards run before; interceptors of controllers run when a response is computed.
 */
@Injectable()
export class ResponseInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly cache: ResponseCache,
    private readonly cacheControl: CacheControl,
    private readonly clientReads: ClientReads,
    private readonly nextPublication: NextPublication,
  ) {}

  async intercept(execution: ExecutionContext, next: CallHandler<unknown>): Promise<Observable<unknown>> {
    const http = execution.switchToHttp();
    const request = http.getRequest<CalendarRequest>();
    const response = http.getResponse<Response>();
    const context = contextOf(request);
    const handlers = [execution.getHandler(), execution.getClass()];
    const isCached = this.reflector.getAllAndOverride<boolean | undefined>(CACHE_RESPONSES, handlers);
    const compute = async () => {
      await this.clientReads.enter(request, response);
      const result = await lastValueFrom(next.handle());
      this.nextPublication.schedule(context.response.publication);
      return this.serialize(result, request, response);
    };
    const value =
      isCached && isRead(request) && !context.isPrivate
        ? await this.cache.getOrCompute(
            keyOf(request, context, queryNamesOf(execution)),
            context.response.headers,
            compute,
          )
        : await compute();
    setDefaultHeaders(response, context.response.headers);
    if (value instanceof SerializedResponse) return of(await this.send(value, request, response));
    return of(value instanceof StreamedBody ? this.stream(value, request, response) : value);
  }

  /** Serializes objects. Other values, and responses that another interceptor has completed, are left to Nest. */
  private serialize(value: unknown, request: CalendarRequest, response: Response): unknown {
    if (typeof value !== 'object' || value === null || !request.root) return value;
    if (value instanceof StreamableFile || value instanceof StreamedBody || value instanceof SerializedResponse)
      return value;
    if (response.hasHeader('ETag')) return value;
    // If an interceptor has set Cache-Control, the response must not be shared with other requests.
    return SerializedResponse.of(value, contextOf(request).response, !response.hasHeader('Cache-Control'));
  }

  /** The adapter sends the bytes; Express compares the ETag and answers 304. */
  private async send(serialized: SerializedResponse, request: CalendarRequest, response: Response): Promise<Buffer> {
    const context = contextOf(request);
    context.response.expireAt(serialized.expiresAt);
    setDefaultHeaders(response, serialized.headers);
    this.setCaching(serialized.mediaType, request, response);
    const encoding = encodingFor(serialized.body, context.acceptEncoding);
    response.setHeader('ETag', etagIn(encoding, serialized.etag));
    if (encoding === undefined || request.fresh) return serialized.body;
    response.setHeader('Content-Encoding', encoding);
    return serialized.encoded(encoding);
  }

  private stream(
    { mediaType, etag, chunks }: StreamedBody,
    request: CalendarRequest,
    response: Response,
  ): StreamableFile | Buffer {
    this.setCaching(mediaType, request, response);
    response.setHeader('ETag', etag);
    const readable = Readable.from(chunks, { objectMode: false });
    if (!request.fresh) return new StreamableFile(readable, { type: mediaType });
    readable.destroy();
    return Buffer.alloc(0);
  }

  private setCaching(type: string, request: CalendarRequest, response: Response): void {
    const cacheControl = isRead(request) ? this.cacheControl.of(contextOf(request)) : NO_STORE;
    setDefaultHeaders(response, Object.entries({ 'Content-Type': type, 'Cache-Control': cacheControl }));
  }
}

/** Sets headers that no handler or interceptor has set. */
function setDefaultHeaders(response: Response, headers: Iterable<readonly [name: string, value: string]>): void {
  for (const [name, value] of headers) if (!response.hasHeader(name)) response.setHeader(name, value);
}

function isRead({ method }: CalendarRequest): boolean {
  return method === 'GET' || method === 'HEAD';
}

/**
 * The cache key. Names that no parameter of the route resembles are left out, so that meaningless ones do not evade the
 * cache. Others stay, because interceptors run before validation: a request with a mistyped filter must not get the cached
 * list without that filter.
 */
function keyOf(
  { path, query }: CalendarRequest,
  { language, root }: RequestContext,
  names: readonly string[] | undefined,
): string {
  const given = Object.entries(query).sort(([one], [other]) => (one < other ? -1 : 1));
  const mayMatter = ([name]: [string, unknown]) =>
    !names || given.length > MAX_COMPARED || names.includes(name) || resembledParameter(name, names) !== undefined;
  return JSON.stringify([path, language, root, given.filter(mayMatter)]);
}

const queryNames = new Map<unknown, readonly string[] | undefined>();

/** The parameters of the query of a handler, by the classes of its parameters; undefined if none is a class of a query. */
function queryNamesOf(execution: ExecutionContext): readonly string[] | undefined {
  const handler = execution.getHandler();
  if (!queryNames.has(handler)) {
    const prototype = execution.getClass<object>().prototype as object;
    const types = Reflect.getMetadata('design:paramtypes', prototype, handler.name) as unknown[] | undefined;
    const names = (types ?? []).filter((type) => typeof type === 'function').flatMap((type) => fieldNamesOf(type));
    queryNames.set(handler, names.length > 0 ? names : undefined);
  }
  return queryNames.get(handler);
}
