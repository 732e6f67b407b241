/** A command about accounts or keys that cannot be done. The message tells the operator why. */
export class AccountError extends Error {
  override readonly name = 'AccountError';
}
