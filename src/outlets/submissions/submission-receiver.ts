import { Injectable } from '@nestjs/common';
import { type Response } from 'express';
import { type Parts, receiveParts } from '../../calendar/images/multipart-upload.js';
import { requestLanguage } from '../../http/language/request-language.js';
import { receiveBody } from '../../http/parse-request.js';
import { type CalendarRequest } from '../../http/request-context.js';
import { MINUTE } from '../../lib/datetime/durations.js';
import { RequestTimeout } from '../../lib/errors/api-error.js';
import { type Language } from '../../lib/i18n/language.js';
import { SubmissionLimits } from './submission-limits.js';

/** The largest picture, in MiB. */
export const MAX_FILE_MEGABYTES = 5;

/** The MiB of a picture that a form reads, so that what was typed comes back; photographs seldom have more than 30. */
const MAX_READ_MEGABYTES = 50;

/** The most fields beside the file, many of them categories, and the bytes of all: two descriptions have 120,000. */
const FIELDS = { maxFields: 150, maxFieldBytes: 256 * 1024 };

/** Milliseconds for a body with a file. Two clients could otherwise keep all others from sending one. */
const TIMEOUT = MINUTE;

/** A submission that has arrived, and is not validated yet. */
export interface Received extends Parts {
  readonly language: Language;
  readonly address: string;
  /** Is aborted when the client has left. */
  readonly closing: AbortSignal;
}

/** Reads what strangers send, once the token and the limits were checked. */
@Injectable()
export class SubmissionReceiver {
  constructor(private readonly limits: SubmissionLimits) {}

  /**
   * Reads a submission, and works on it within the limits.
   * @param isForm whether a picture that is too large or does not arrive is left out, and the fields before it are read
   * @throws {ApiError} if it is too large, of another type, or more than the limits allow
   */
  receive<T>(
    request: CalendarRequest,
    response: Response,
    work: (received: Received) => Promise<T>,
    isForm = false,
  ): Promise<T> {
    const address = request.ip ?? '';
    const workOn = async (parts: Parts) => {
      const { fields } = parts;
      const language = requestLanguage({ ...request, root: request.root, query: request.query, body: fields });
      response.setHeader('Content-Language', language);
      return work({ ...parts, language, address, closing: closingOf(response) });
    };
    return this.limits.during(address, async () => {
      if (!request.is('multipart/form-data')) {
        await receiveBody(request, response);
        return workOn({ file: undefined, isFileTooLarge: false, fields: (request.body as object | undefined) ?? {} });
      }
      return this.limits.withPlace(address, async (takePlace) => {
        // Forms are of this type without a file, too.
        const maxReadMegabytes = isForm ? MAX_READ_MEGABYTES : MAX_FILE_MEGABYTES;
        const sizes = { ...FIELDS, maxMegabytes: MAX_FILE_MEGABYTES, maxReadMegabytes };
        const limits = { ...sizes, timeout: TIMEOUT, onFile: takePlace, keepsFields: isForm };
        return workOn(await receiveParts(request, response, limits));
      });
    });
  }
}

function closingOf(response: Response): AbortSignal {
  const closing = new AbortController();
  response.once('close', () => closing.abort(new RequestTimeout()));
  return closing.signal;
}
