import { type Language } from '../../../lib/i18n/language.js';
import { submitTextsIn } from '../texts/submit-texts.js';
import { textsIn } from '../texts/texts.js';

/** An error, which a page shows in place of a record or of the calendar. */
export interface Failure {
  readonly status: number;
  /** The message of the API. */
  readonly message: string;
  /** The messages of single parameters by name. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Whether a password opens the page, and whether one was given that is wrong. */
  readonly password?: 'needed' | 'wrong';
  /** Whether a visitor has sent a form that was not read. */
  readonly isOfForm?: boolean;
  /** Where the page has moved to. */
  readonly location?: string;
}

interface ErrorPageProps {
  readonly failure: Failure;
  readonly language: Language;
  /** Where the way on leads; absent in frames of other sites. */
  readonly home?: string;
}

export function titleOf({ status, password, location, isOfForm }: Failure, language: Language): string {
  const texts = textsIn(language);
  if (isOfForm) return submitTextsIn(language).notSentTitle;
  if (location !== undefined) return texts.movedTitle;
  if (password) return texts.lockedTitle;
  if (status === 404) return texts.notFoundTitle;
  if (status === 410) return texts.goneTitle;
  if (status === 400) return texts.refusedTitle;
  return status === 429 || status === 503 ? texts.busyTitle : texts.errorTitle;
}

/** A page that tells what is wrong, and leads on. */
export function ErrorPage({ failure, language, home }: ErrorPageProps) {
  const texts = textsIn(language);
  const { status, message, parameters, password, location, isOfForm } = failure;
  const names = Object.entries(parameters);
  return (
    <section class="failure">
      <h1>{titleOf(failure, language)}</h1>
      {password && <PasswordForm isWrong={password === 'wrong'} language={language} />}
      {location && <a href={location}>{location}</a>}
      {!password && !location && (
        <>
          <p>{names.length > 0 ? texts.refused : explanationOf(status, message, language)}</p>
          {names.length > 0 && (
            <dl class="mistakes">
              {names.map(([name, text]) => (
                <div key={name}>
                  <dt>
                    <code>{name}</code>
                  </dt>
                  <dd>{text}</dd>
                </div>
              ))}
            </dl>
          )}
        </>
      )}
      {isOfForm && <p>{submitTextsIn(language).back}</p>}
      {home && (
        <p>
          <a class={password || isOfForm ? 'button quiet' : 'button'} href={home}>
            {texts.toCalendar}
          </a>
        </p>
      )}
    </section>
  );
}

function explanationOf(status: number, message: string, language: Language): string {
  const texts = textsIn(language);
  if (status === 404) return texts.notFound;
  return status === 410 ? texts.gone : message;
}

function PasswordForm({ isWrong, language }: { readonly isWrong: boolean; readonly language: Language }) {
  const texts = textsIn(language);
  return (
    <form method="post" class="password">
      <p>{texts.locked}</p>
      <label for="password">{texts.password}</label>
      <div>
        <input
          id="password"
          name="password"
          type="password"
          required
          autocomplete="off"
          aria-invalid={isWrong ? 'true' : undefined}
          aria-describedby={isWrong ? 'wrong' : undefined}
        />
        <button class="button">{texts.open}</button>
      </div>
      {isWrong && (
        <p id="wrong" class="bad" role="alert">
          {texts.wrongPassword}
        </p>
      )}
    </form>
  );
}
