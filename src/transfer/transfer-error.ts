/** Why an export, the import of one or a copy was not done: a sentence for the operator. */
export class TransferError extends Error {
  override readonly name = 'TransferError';
}
