import { Link, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { type Schemas } from '../api';
import { asUtc, formats } from '../i18n';
import { useRecordForm } from './context';
import { Section } from './section';

interface SenderProps {
  readonly submission: Schemas['EventSubmission'];
  /** Whether the name is shown; the line of what waits for a review has it already. */
  readonly isNamed?: boolean;
}

/** Who has sent an event with the public form, how to reach them, and what they say about it. */
export function Sender({ submission, isNamed = true }: SenderProps) {
  const t = useTranslate();
  const { contact_name: name, contact_email: email, note, reference, received_utc: received, language } = submission;
  const subject = encodeURIComponent(reference);
  const about = { reference, time: formats().longInstant(asUtc(received)), language: t(`language.${language}`) };
  return (
    <>
      <Typography>
        {isNamed && (
          <>
            {name}
            <br />
          </>
        )}
        <Link href={`mailto:${encodeURI(email)}?subject=${subject}`}>{email}</Link>
      </Typography>
      {note && <Typography className="review-note">{note}</Typography>}
      <Typography variant="body2" color="text.secondary">
        {t('review.received', about)}
      </Typography>
    </>
  );
}

/** The sender of an event that does not wait any more. */
export function FormerSender() {
  const { record } = useRecordForm();
  if (!record?.submission || record.status === 'pending') return null;
  return (
    <Section name="sender">
      <Sender submission={record.submission} />
    </Section>
  );
}
