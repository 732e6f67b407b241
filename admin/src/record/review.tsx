import { Alert, AlertTitle, Button, Typography } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { useAttempt } from '../attempt';
import { mayEditAll } from '../rights';
import { useRecordForm } from './context';
import { type Decision, NoteDialog } from './note-dialog';
import { refuseRecord } from './refuse-record';
import { Section } from './section';
import { Sender } from './sender';
import { useLeave } from './use-leave';
import { useSentBy } from './use-sent-by';

/** Who has sent a record for approval, since when it waits, and the ways back: to its author, or to the trash. */
export function Review() {
  const t = useTranslate();
  const { kind, record, me, isSaving, uploads, save } = useRecordForm();
  const sentBy = useSentBy(record);
  const refuse = useRefusal();
  const [decision, setDecision] = useState<Decision>();
  if (record?.status !== 'pending' || !mayEditAll(me, kind)) return null;
  const { submission } = record;
  const disabled = isSaving || uploads.isUploading;
  const decide = (note: string) => {
    setDecision(undefined);
    if (decision === 'refuse') void refuse(note);
    // A note is for the whole series.
    else save({ status: 'draft', review_note: note }, record.occurrence ? 'all' : undefined);
  };
  return (
    <Section name="review">
      <Typography variant="body2">{sentBy}</Typography>
      {submission && <Sender submission={submission} isNamed={false} />}
      <div className="actions">
        {/* Who has sent it with the public form could not edit it. */}
        {!submission && (
          <Button disabled={disabled} onClick={() => setDecision('return')}>
            {t('review.return')}
          </Button>
        )}
        <Button disabled={disabled} color="error" onClick={() => setDecision('refuse')}>
          {t('review.refuse')}
        </Button>
      </div>
      {decision && (
        <NoteDialog
          {...{ decision, kind }}
          isSubmission={Boolean(submission)}
          onNote={decide}
          onClose={() => setDecision(undefined)}
        />
      )}
    </Section>
  );
}

/** Moves a record to the trash, with a note that its author finds there. */
function useRefusal() {
  const attempt = useAttempt();
  const { mayLeave, leaveTo } = useLeave();
  const { kind, record } = useRecordForm();
  return async (note: string) => {
    if (!record || !mayLeave()) return;
    if (await attempt(() => refuseRecord(kind, record, note), 'done.refused')) leaveTo(`/${kind}`);
  };
}

/** The words with which a record came back, above its form. */
export function ReturnedNote() {
  const t = useTranslate();
  const { record, me } = useRecordForm();
  if (!record?.review_note) return null;
  const title = record.author === me.id ? 'review.returned' : 'review.returnedToAuthor';
  return (
    <Alert severity="warning" className="review-note">
      <AlertTitle>{t(title)}</AlertTitle>
      {record.review_note}
    </Alert>
  );
}
