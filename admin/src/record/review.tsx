import { Alert, AlertTitle, Button, TextField, Typography } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { send } from '../api';
import { useAttempt } from '../attempt';
import { Popup } from '../controls';
import { mayEditAll } from '../rights';
import { fieldsOf } from '../schema';
import { useRecordForm } from './context';
import { useLengthOf } from './length';
import { Section } from './section';
import { useLeave } from './use-leave';
import { useSentBy } from './use-sent-by';

/** A decision on what somebody has sent for approval, other than its publication. */
type Decision = 'return' | 'refuse';

/** Who has sent a record for approval, since when it waits, and the ways back: to its author, or to the trash. */
export function Review() {
  const t = useTranslate();
  const { kind, record, me, isSaving, uploads, save } = useRecordForm();
  const sentBy = useSentBy(record);
  const refuse = useRefusal();
  const [decision, setDecision] = useState<Decision>();
  if (record?.status !== 'pending' || !mayEditAll(me, kind)) return null;
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
      <div className="actions">
        <Button disabled={disabled} onClick={() => setDecision('return')}>
          {t('review.return')}
        </Button>
        <Button disabled={disabled} color="error" onClick={() => setDecision('refuse')}>
          {t('review.refuse')}
        </Button>
      </div>
      {decision && <NoteDialog {...{ decision, kind }} onNote={decide} onClose={() => setDecision(undefined)} />}
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
    const path = `/${kind}/${record.id}`;
    const query = { apply: record.occurrence ? 'all' : undefined };
    const headers: Record<string, string> = record._etag ? { 'If-Match': record._etag } : {};
    const change = async () => {
      if (!note) return send('DELETE', path, { query, headers });
      await send('PATCH', path, { query, headers, body: { status: 'draft', review_note: note } });
      return send('DELETE', path, { query });
    };
    if (await attempt(change, 'done.refused')) leaveTo(`/${kind}`);
  };
}

interface NoteProps {
  readonly decision: Decision;
  readonly kind: string;
  readonly onNote: (note: string) => void;
  readonly onClose: () => void;
}

/** Asks for the words to the author: a return needs some, a refusal may do without. */
function NoteDialog({ decision, kind, onNote, onClose }: NoteProps) {
  const t = useTranslate();
  const [note, setNote] = useState('');
  const max = fieldsOf(kind, ['review_note'])[0]?.maxLength;
  const lengthOf = useLengthOf();
  const isTooLong = max !== undefined && [...note.trim()].length > max;
  const isReady = (decision === 'refuse' || note.trim() !== '') && !isTooLong;
  return (
    <Popup
      title={t(`review.${decision}`)}
      onClose={onClose}
      maxWidth="sm"
      className="dialog-form"
      actions={
        <Button
          variant="contained"
          color={decision === 'refuse' ? 'error' : 'primary'}
          disabled={!isReady}
          onClick={() => onNote(note.trim())}
        >
          {t(`review.${decision}Now`)}
        </Button>
      }
    >
      <Typography>{t(`review.${decision}Help`)}</Typography>
      <TextField
        label={t('review.note')}
        multiline
        minRows={4}
        maxRows={12}
        fullWidth
        autoFocus
        value={note}
        onChange={(event) => setNote(event.target.value)}
        error={isTooLong}
        helperText={lengthOf(note, max)}
      />
    </Popup>
  );
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
