import { ApiError } from './api-error.js';
import { type Messages, type Wording } from '../i18n/messages.js';

/** The error of one value. */
export class FieldError {
  constructor(readonly wording: Wording) {}

  /** The value is required and absent: reported as missing, not as invalid. */
  static readonly missing = new FieldError((messages) => messages.required);

  /** Null was sent for a required value: reported as missing, with another message. */
  static readonly emptied = new FieldError((messages) => messages.notEmptied);
}

/** The errors of a request, collected to report them together. */
export class FieldErrors {
  private readonly byField = new Map<string, FieldError>();

  /** Adds an error. The first error of a field is kept, since later ones are often consequences. */
  add(field: string, error: FieldError | Wording): void {
    if (!this.byField.has(field)) this.byField.set(field, error instanceof FieldError ? error : new FieldError(error));
  }

  /** Adds the errors of a nested record, with paths below its field. */
  addWithin(field: string, errors: ReadonlyMap<string, FieldError>): void {
    for (const [path, error] of errors) this.add(`${field}.${path}`, error);
  }

  has(field: string): boolean {
    return this.byField.has(field);
  }

  get all(): ReadonlyMap<string, FieldError> {
    return this.byField;
  }

  /** @throws {InvalidParameters} with all errors so far */
  throwIfAny(): void {
    if (this.byField.size > 0) throw new InvalidParameters(this.byField);
  }
}

/** All invalid parameters of a request; `rest_missing_callback_param` if they are only missing. */
export class InvalidParameters extends ApiError {
  constructor(readonly errors: ReadonlyMap<string, FieldError>) {
    const names = [...errors.keys()].join(', ');
    const all = [...errors.values()];
    const onlyEmptied = all.every((error) => error === FieldError.emptied);
    const onlyMissing = all.every((error) => error === FieldError.missing || error === FieldError.emptied);
    const missing: Wording = (messages) =>
      onlyEmptied ? messages.emptiedParameters(names) : messages.missingParameters(names);
    super(
      400,
      onlyMissing ? 'rest_missing_callback_param' : 'rest_invalid_param',
      onlyMissing ? missing : (messages) => messages.invalidParameters(names),
    );
  }

  override data(messages: Messages): Record<string, unknown> {
    if (this.code === 'rest_missing_callback_param') return { params: [...this.errors.keys()] };
    return { params: Object.fromEntries([...this.errors].map(([field, error]) => [field, error.wording(messages)])) };
  }
}

/**
 * Turns a raw value into a typed one, or into an error. Never throws.
 *
 * `raw` is any JSON value (from a body), or text or a list of texts (from a query or form). Absent and empty values
 * never reach a parser.
 */
export type Parser<T> = (raw: unknown) => T | FieldError;

/** A parser of one value. It takes a list of one (`key[]=5`) as that value, and refuses a list of several. */
export function single<T>(parse: (value: unknown) => T | FieldError): (raw: unknown) => T | FieldError {
  return (raw) => {
    if (!Array.isArray(raw) || raw.length === 0) return parse(raw);
    return raw.length === 1 ? parse(raw[0]) : new FieldError((messages) => messages.givenTwice);
  };
}
