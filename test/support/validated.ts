import { InvalidParameters } from '../../src/lib/errors/field-error.js';
import { messages } from '../../src/lib/i18n/messages.js';
import { type Language } from '../../src/lib/i18n/language.js';
import { RequestValidationPipe } from '../../src/http/validation/request-validation.pipe.js';
import { type DtoClass } from '../../src/http/validation/dto-class.js';

/** Validates a body or a query as the pipe of the application does. */
export function validated<T extends object>(
  Dto: DtoClass<T>,
  raw: object,
  type: 'body' | 'query' = 'body',
  extensions: readonly string[] = [],
): Promise<T> {
  const pipe = new RequestValidationPipe({ names: extensions });
  return Promise.resolve(pipe.transform(raw, { type, metatype: Dto })) as Promise<T>;
}

/** The errors of a body or a query in words, by their paths; none where it is valid. */
export async function errorsIn(
  Dto: DtoClass,
  raw: object,
  { language = 'en', type = 'body', extensions = [] }: Partial<ErrorsOptions> = {},
): Promise<Record<string, string>> {
  try {
    await validated(Dto, raw, type, extensions);
    return {};
  } catch (error) {
    if (!(error instanceof InvalidParameters)) throw error;
    return Object.fromEntries([...error.errors].map(([path, fault]) => [path, fault.wording(messages[language])]));
  }
}

interface ErrorsOptions {
  readonly language: Language;
  readonly type: 'body' | 'query';
  readonly extensions: readonly string[];
}
