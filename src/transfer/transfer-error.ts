import { type Language } from '../i18n/language.js';
import { type TransferMessages, transferMessages } from './messages.js';

/** The reason why an export, an import of one, or a copy failed: a sentence for the operator, in both languages. */
export class TransferError extends Error {
  override readonly name = 'TransferError';

  constructor(readonly reason: (language: Language) => string) {
    super(reason('en'));
  }
}

type Values<N extends keyof TransferMessages> = TransferMessages[N] extends (...values: infer V) => string ? V : [];

export function transferError<N extends keyof TransferMessages>(name: N, ...values: Values<N>): TransferError {
  return new TransferError((language) => {
    const message = transferMessages[language][name] as string | ((...values: Values<N>) => string);
    return typeof message === 'string' ? message : message(...values);
  });
}
