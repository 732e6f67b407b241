import { Controller, Get, Logger, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { type Request, type Response } from 'express';
import { randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client';
import { Settings } from '../../lib/config/settings.js';
import { RouteNotFound } from '../../lib/errors/api-error.js';
import { AccountsLog } from '../accounts/accounts-log.js';
import { SignInTries } from '../accounts/sign-in-tries.js';
import { Public } from '../auth/access.decorators.js';
import { type Failure, FAILURE_STATUS, failurePage } from './failure-page.js';
import { Identities } from './identities.js';
import { Provider, ProviderUnreachable } from './provider.js';
import { keepPending, type PendingSignIn, takePending } from './state-cookie.js';

/** These routes lead to other pages, which nobody else may show in a frame. */
const HEADERS = {
  'Cache-Control': 'no-store',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
};

/** Signing in through the organization: the way to its OpenID Connect provider, and back. */
@ApiExcludeController()
@Controller('admin/oidc')
export class OrganizationController {
  private readonly logger = new Logger('Accounts');

  constructor(
    private readonly settings: Settings,
    private readonly provider: Provider,
    private readonly identities: Identities,
    private readonly log: AccountsLog,
    private readonly tries: SignInTries,
  ) {}

  @Get()
  @Public()
  async begin(@Req() request: Request, @Res() response: Response): Promise<void> {
    this.assertOn(response);
    const [challenge, invitation] = ['challenge', 'invitation'].map((name) => parametersOf(request).get(name));
    if (!isToken(challenge, /^[\w-]{43}$/)) return this.fail(response, 'interrupted');
    const state = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
    const pending = { ...state, challenge, ...(isToken(invitation, /^[\w-]{1,128}$/) && { invitation }) };
    try {
      const url = await this.provider.signInUrl(state);
      keepPending(response, this.settings, pending);
      response.redirect(302, url.href);
    } catch (error) {
      this.failFor(response, error);
    }
  }

  @Get('callback')
  @Public()
  async end(@Req() request: Request, @Res() response: Response): Promise<void> {
    this.assertOn(response);
    const state = parametersOf(request).get('state');
    const pending = isToken(state, /^[\w-]{1,128}$/) ? takePending(request, response, this.settings, state) : undefined;
    if (!pending) return this.fail(response, 'interrupted');
    try {
      await this.finish(pending, request, response);
    } catch (error) {
      this.failFor(response, error);
    }
  }

  private async finish(pending: PendingSignIn, request: Request, response: Response): Promise<void> {
    const claims = await this.provider.claimsOf(`?${parametersOf(request).toString()}`, pending);
    const about = { caller: null, address: request.ip ?? '' };
    // Invitations that are guessed count like those of the form.
    const takeBack = pending.invitation === undefined ? undefined : await this.tries.count(about);
    const outcome = await this.identities.signIn(claims, pending);
    if (!('refusal' in outcome) || outcome.refusal !== 'invitation-expired') await takeBack?.();
    if ('refusal' in outcome) {
      this.log.write('sign-in refused', outcome.accountId, about, { reason: outcome.refusal });
      return this.fail(response, outcome.refusal);
    }
    if (outcome.happening) this.log.write(outcome.happening, outcome.account.id, about, { reason: 'organization' });
    response.redirect(302, `${this.home}#sign-in=${outcome.code}`);
  }

  private assertOn(response: Response): void {
    if (this.settings.oidcIssuer === '') throw new RouteNotFound();
    response.set(HEADERS);
  }

  private failFor(response: Response, error: unknown): void {
    const isUnreachable = error instanceof ProviderUnreachable;
    // Codes alone: the details of an error may hold tokens.
    const { code, name, error: answer } = error as Readonly<Partial<Record<'code' | 'name' | 'error', string>>>;
    const said = answer !== undefined && OAUTH_ERROR.test(answer) ? { answer } : {};
    this.logger.warn(
      { error: isUnreachable ? error.message : (code ?? name), ...said },
      'sign-in through the organization failed',
    );
    this.fail(response, isUnreachable ? 'unreachable' : 'refused');
  }

  private fail(response: Response, failure: Failure): void {
    const page = failurePage(failure, this.settings.adminContact, this.home);
    response.status(FAILURE_STATUS[failure]).type('html').send(page);
  }

  private get home(): string {
    return `${this.settings.siteUrl}${this.settings.basePath}/admin/`;
  }
}

/** The error of an answer of the provider, such as `invalid_client` (RFC 6749). */
const OAUTH_ERROR = /^[a-z_]{1,40}$/;

/** The parameters as the provider has sent them: those of the API are parsed and checked in another way. */
const parametersOf = ({ originalUrl }: Request) => new URL(originalUrl, 'http://callback').searchParams;

const isToken = (value: string | null | undefined, pattern: RegExp): value is string =>
  typeof value === 'string' && pattern.test(value);
