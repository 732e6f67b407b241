import { FieldError, single } from '../../../lib/errors/field-error.js';

const MAX_LENGTH = 255;

/** Reads a password, which is neither trimmed nor normalised. */
export const parsePassword = single<string>((value) => {
  if (typeof value !== 'string') return new FieldError((messages) => messages.text);
  return value.length > MAX_LENGTH ? new FieldError((messages) => messages.tooLong(MAX_LENGTH)) : value;
});
