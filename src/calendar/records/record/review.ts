import { type AccountNames } from '../../../http/auth/account-names.js';
import { type Caller } from '../../../http/role.js';
import { utcText } from '../../../lib/datetime/moment.js';
import { type PublishedRecordDto } from './published-record.dto.js';
import { type PublishedRecord } from './published-record.js';

/** The columns of a record that its review needs. */
export type Reviewed = Pick<PublishedRecord, 'authorId' | 'status' | 'modifiedAt' | 'pendingAt' | 'reviewNote'>;

/** Whether a record of any resource can be reviewed: terms have no status. */
export function isReviewed(record: object): record is Reviewed {
  return 'reviewNote' in record;
}

/** The author of a record that waits for a review, whose name editors see. */
export function waitingAuthor(record: object): number | undefined {
  return isReviewed(record) && record.status === 'pending' ? record.authorId : undefined;
}

/** The fields about the review of a record: some for callers who may edit it, the note for its author, too. */
export function reviewFields(
  record: object,
  caller: Caller,
  { isEditable, names }: { readonly isEditable: boolean; readonly names: AccountNames },
): Pick<PublishedRecordDto, 'pending_utc' | 'author_name' | 'review_note'> {
  if (!isReviewed(record) || !(isEditable || record.authorId === caller?.id)) return {};
  const { status, pendingAt, modifiedAt, authorId, reviewNote } = record;
  const note = { review_note: reviewNote };
  if (!isEditable || status !== 'pending') return note;
  const name = authorId === caller?.id ? caller.name : names.nameOf(authorId)?.name;
  return { pending_utc: utcText(pendingAt ?? modifiedAt), ...(name !== undefined && { author_name: name }), ...note };
}
