import { fold } from '../../lib/text/fold.js';
import { FieldError, single } from '../../lib/errors/field-error.js';
import { parseEmail } from '../validation/parsers.js';

export const MIN_PASSWORD = 12;
export const MAX_PASSWORD = 200;

/** An address to sign in with: an e-mail address in lower case. */
export const parseAddress = single<string>((value) => {
  const address = parseEmail(value);
  return typeof address === 'string' ? address.toLowerCase() : address;
});

/**
 * A password as it was typed, in NFC: keyboards and systems compose accents differently. Whether it is good enough is for
 * `passwordError` to tell, since a password that exists is never refused for that.
 */
export const parsePassword = single<string>((value) => {
  if (typeof value !== 'string') return new FieldError((messages) => messages.text);
  const password = value.normalize('NFC');
  return [...password].length > MAX_PASSWORD ? new FieldError((messages) => messages.tooLong(MAX_PASSWORD)) : password;
});

/** Why a new password is refused; undefined if it is good enough. */
export async function passwordError(
  password: string,
  { name, email }: { readonly name: string; readonly email: string | null },
): Promise<FieldError | undefined> {
  if ([...password].length < MIN_PASSWORD) return new FieldError((messages) => messages.passwordTooShort(MIN_PASSWORD));
  const folded = fold(password);
  if (folded === fold(name) || folded === fold(email ?? ''))
    return new FieldError((messages) => messages.passwordIsName);
  return (await commonPasswords()).has(folded) ? new FieldError((messages) => messages.passwordCommon) : undefined;
}

let common: Promise<ReadonlySet<string>> | undefined;

/** The common passwords that are long enough to be accepted otherwise. Read at the first new password. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  return (common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].filter((word) => word.length >= MIN_PASSWORD)),
  ));
}
