import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Identity } from '../../calendar/records/identity/identity.js';
import { HOUR, SECOND } from '../../lib/datetime/durations.js';
import { FieldErrors } from '../../lib/errors/field-error.js';
import { type Wording } from '../../lib/i18n/messages.js';

/** Milliseconds that a person needs at least to fill the form. Programs that post at once are refused. */
const MIN_AGE = 3 * SECOND;

/** Milliseconds for which a form can be sent. */
const MAX_AGE = 24 * HOUR;

/** Whether a token is accepted, and if not, why. */
export type TokenState = 'valid' | 'too young' | 'too old' | 'forged';

const REASONS: Readonly<Record<Exclude<TokenState, 'valid'>, Wording>> = {
  'too young': (messages) => messages.submissionTooFast,
  'too old': (messages) => messages.submissionTooLate,
  forged: (messages) => messages.submissionToken,
};

/** Signs the moment at which a form was shown, with a secret of the database, so that every instance knows its tokens. */
@Injectable()
export class SubmissionTokens {
  constructor(private readonly identity: Identity) {}

  /** @param now milliseconds since 1970 */
  async create(now = Date.now()): Promise<{ readonly token: string; readonly expiresAt: Date }> {
    const time = now.toString(36);
    return { token: `${time}.${await this.sign(time)}`, expiresAt: new Date(now + MAX_AGE) };
  }

  async stateOf(token: string, now = Date.now()): Promise<TokenState> {
    const [time = '', signature = ''] = token.split('.');
    const [given, expected] = [Buffer.from(signature), Buffer.from(await this.sign(time))];
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'forged';
    const age = now - parseInt(time, 36);
    if (age < MIN_AGE) return 'too young';
    return age > MAX_AGE ? 'too old' : 'valid';
  }

  /** @throws {InvalidParameters} if the token is not accepted */
  async assertValid(token: string): Promise<void> {
    const state = await this.stateOf(token);
    const errors = new FieldErrors();
    if (state !== 'valid') errors.add('token', REASONS[state]);
    errors.throwIfAny();
  }

  /** The purpose is part of what is signed, since other tokens use the same secret. */
  private async sign(time: string): Promise<string> {
    const secret = await this.identity.secret();
    return createHmac('sha256', secret).update(`submission ${time}`).digest('base64url');
  }
}
