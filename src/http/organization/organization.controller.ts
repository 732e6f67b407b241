import { Controller, Get, Logger, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { type Request, type Response } from 'express';
import { randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client';
import { Settings } from '../../lib/config/settings.js';
import { RouteNotFound } from '../../lib/errors/api-error.js';
import { isLanguage, type Language, LANGUAGES } from '../../lib/i18n/language.js';
import { AccountsLog } from '../accounts/accounts-log.js';
import { SignInTries } from '../accounts/sign-in-tries.js';
import { Public } from '../auth/access.decorators.js';
import { type Failure, FAILURE_STATUS, failurePage } from './failure-page.js';
import { Identities } from './identities.js';
import { Provider } from './provider.js';
import { ProviderMisconfigured, ProviderUnreachable } from './provider-errors.js';
import { whyNoRole } from './roles.js';
import { keepPending, type PendingSignIn, takePending } from './state-cookie.js';

/** Headers of all responses: no cache stores them, no other site shows them in a frame, and their addresses go nowhere. */
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
    const asked = parametersOf(request);
    const [challenge, invitation] = ['challenge', 'invitation'].map((name) => asked.get(name));
    const language = languageOf(request, asked.get('language'));
    if (!isToken(challenge, /^[\w-]{43}$/)) return this.fail(response, 'interrupted', language);
    const state = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
    const pending = { ...state, challenge, language, ...(isToken(invitation, /^[\w-]{1,128}$/) && { invitation }) };
    try {
      const url = await this.provider.signInUrl(state);
      keepPending(response, this.settings, pending);
      response.redirect(302, url.href);
    } catch (error) {
      this.failFor(response, error, language);
    }
  }

  @Get('callback')
  @Public()
  async end(@Req() request: Request, @Res() response: Response): Promise<void> {
    this.assertOn(response);
    const state = parametersOf(request).get('state');
    const pending = isToken(state, /^[\w-]{1,128}$/) ? takePending(request, response, this.settings, state) : undefined;
    const language = languageOf(request, pending?.language);
    if (!pending) return this.fail(response, 'interrupted', language);
    try {
      const failure = await this.finish(pending, request, response);
      if (failure) this.fail(response, failure, language);
    } catch (error) {
      this.failFor(response, error, language);
    }
  }

  /** Leads to the page with a code. @returns why there is none */
  private async finish(pending: PendingSignIn, request: Request, response: Response): Promise<Failure | undefined> {
    const claims = await this.provider.claimsOf(`?${parametersOf(request).toString()}`, pending);
    const about = { caller: null, address: request.ip ?? '' };
    // Invitations that are guessed count like those of the form.
    const takeBack = pending.invitation === undefined ? undefined : await this.tries.count(about);
    const outcome = await this.identities.signIn(claims, pending);
    if (!('refusal' in outcome) || outcome.refusal !== 'invitation-expired') await takeBack?.();
    if ('refusal' in outcome) {
      const { refusal: reason, accountId, role } = outcome;
      const why = reason === 'no-role' ? whyNoRole(claims, this.settings) : {};
      this.log.write('sign-in refused', accountId, about, { reason, ...why, ...(role && { role }) });
      return reason;
    }
    const { happening, account, role } = outcome;
    if (happening) this.log.write(happening, account.id, about, { reason: 'organization', ...(role && { role }) });
    response.redirect(302, `${this.home}#sign-in=${outcome.code}`);
    return undefined;
  }

  private assertOn(response: Response): void {
    if (this.settings.oidcIssuer === '') throw new RouteNotFound();
    response.set(HEADERS);
  }

  private failFor(response: Response, error: unknown, language: Language): void {
    const isUnreachable = error instanceof ProviderUnreachable;
    const isMisconfigured = error instanceof ProviderMisconfigured;
    // Codes alone: the details of an error may hold tokens.
    const { code, name, error: answer } = (isMisconfigured ? error.cause : error) as ErrorOfProvider;
    const said = typeof answer === 'string' && OAUTH_ERROR.test(answer) ? { answer } : {};
    const setting = isMisconfigured ? { setting: error.setting } : {};
    this.logger.warn(
      { error: isUnreachable ? error.message : (code ?? name), ...said, ...setting },
      'sign-in through the organization failed',
    );
    this.fail(response, isUnreachable ? 'unreachable' : isMisconfigured ? 'misconfigured' : 'refused', language);
  }

  private fail(response: Response, failure: Failure, language: Language): void {
    const page = failurePage(failure, { language, contact: this.settings.adminContact, home: this.home });
    response.status(FAILURE_STATUS[failure]).type('html').send(page);
  }

  private get home(): string {
    return `${this.settings.siteUrl}${this.settings.basePath}/admin/`;
  }
}

/** The properties of errors that are logged. */
type ErrorOfProvider = Readonly<Partial<Record<'code' | 'name' | 'error', string>>>;

/** The error of an answer of the provider, such as `invalid_client` (RFC 6749). */
const OAUTH_ERROR = /^[a-z_]{1,40}$/;

/** The parameters as the provider has sent them: those of the API are parsed and checked in another way. */
const parametersOf = ({ originalUrl }: Request) => new URL(originalUrl, 'http://callback').searchParams;

const isToken = (value: string | null | undefined, pattern: RegExp): value is string =>
  typeof value === 'string' && pattern.test(value);

/** The language of the editor's page from which a person comes, else the preferred one of the browser. */
function languageOf(request: Request, ofPage: unknown): Language {
  if (isLanguage(ofPage)) return ofPage;
  const preferred = request.acceptsLanguages([...LANGUAGES]);
  return isLanguage(preferred) ? preferred : 'en';
}
