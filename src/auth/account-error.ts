/** What an operator asked for cannot be done; the message says why. */
export class AccountError extends Error {
  override readonly name = 'AccountError';
}
