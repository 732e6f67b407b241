/** The operator asked for something impossible; the message states why. */
export class AccountError extends Error {
  override readonly name = 'AccountError';
}
