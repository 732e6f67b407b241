import { Button, TextField, Typography } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { Popup } from '../controls';
import { fieldsOf } from '../schema';
import { useLengthOf } from './length';

/** A decision on a record that waits for approval, other than its publication. */
export type Decision = 'return' | 'refuse';

interface NoteProps {
  readonly decision: Decision;
  readonly kind: string;
  /** Whether the public form has sent it: the note is then for the sender, who finds nothing here. */
  readonly isSubmission: boolean;
  readonly onNote: (note: string) => void;
  readonly onClose: () => void;
}

/** Asks for the words to the author: a return needs some, a refusal may do without. */
export function NoteDialog({ decision, kind, isSubmission, onNote, onClose }: NoteProps) {
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
      <Typography>{t(isSubmission ? 'review.refuseSentHelp' : `review.${decision}Help`)}</Typography>
      <TextField
        label={t(isSubmission ? 'review.noteToEditors' : 'review.note')}
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
