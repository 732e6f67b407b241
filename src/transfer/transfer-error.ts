/** The reason why an export, an import of one, or a copy failed: a sentence for the operator. */
export class TransferError extends Error {
  override readonly name = 'TransferError';
}
