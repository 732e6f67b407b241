/** The operator asked for something impossible; the message says why. */
export class AccountError extends Error {
  override readonly name = 'AccountError';
}
