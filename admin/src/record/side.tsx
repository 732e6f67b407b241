import { Box, Button, Card, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { useLabels } from '../i18n';
import { isEditor, mayPublish } from '../rights';
import { fieldsOf, isPublished, textsOf } from '../schema';
import { Actions } from './actions';
import { AutoInput, Inputs } from './auto-input';
import { useRecordForm } from './context';
import { MomentInput } from './moment-input';
import { Part } from './part';
import { Review } from './review';
import { Section } from './section';
import { InBothLanguages } from './texts';

/** The column beside the inputs: saving, publication, whether the event takes place, and what else can be done. */
export function Side() {
  const { kind, isReadOnly, isSaving } = useRecordForm();
  return (
    <Box component="aside" className="record-side">
      {!isReadOnly && <SaveButtons />}
      {isPublished(kind) && (
        <Part name="review">
          <Review />
        </Part>
      )}
      <Box className="record-side-inputs" inert={isSaving}>
        {isPublished(kind) && (
          <Part name="publication">
            <Publication />
          </Part>
        )}
        {kind === 'events' && (
          <Part name="takesPlace">
            <TakesPlace />
          </Part>
        )}
      </Box>
      <Part name="actions">
        <Actions />
      </Part>
    </Box>
  );
}

/** The buttons that save a form: as published, at its time, as a draft, for review, or with the present status. */
function SaveButtons() {
  const t = useTranslate();
  const { kind, record, me, save, isSaving, uploads } = useRecordForm();
  const status = record?.status;
  const isLive = !isPublished(kind) || (status !== undefined && !['draft', 'pending'].includes(status));
  const promote = mayPublish(me) ? { text: 'publish', status: 'publish' } : { text: 'submit', status: 'pending' };
  const isPending = status === 'pending' && !mayPublish(me);
  const disabled = isSaving || uploads.isUploading;
  return (
    <Card className="save-bar">
      {!isLive && !isPending && (
        <Button variant="contained" disabled={disabled} onClick={() => save({ status: promote.status })}>
          {t(`action.${promote.text}`)}
        </Button>
      )}
      {record || !isPublished(kind) ? (
        <Button variant={isLive || isPending ? 'contained' : 'outlined'} disabled={disabled} onClick={() => save()}>
          {t('action.save')}
        </Button>
      ) : (
        <Button variant="outlined" disabled={disabled} onClick={() => save({ status: 'draft' })}>
          {t('action.saveDraft')}
        </Button>
      )}
      <Typography variant="body2" role="status">
        {uploads.isUploading && t('image.wait')}
      </Typography>
    </Card>
  );
}

function Publication() {
  const t = useTranslate();
  const labels = useLabels();
  const { kind, record, me } = useRecordForm();
  const date: unknown = useWatch({ name: 'date' });
  const [field] = fieldsOf(kind, ['status']);
  const allowed = mayPublish(me) ? (field?.choices ?? []) : ['draft', 'pending'];
  const current = record?.status;
  // Scheduled is what a published record with a time ahead becomes; it is no choice of its own.
  const choices = [...new Set([...allowed.filter((id) => id !== 'future'), ...(current ? [current] : [])])];
  if (!record && !mayPublish(me)) return null;
  return (
    <Section name="publication">
      {record && field && <AutoInput field={{ ...field, choices }} />}
      {mayPublish(me) && (
        <MomentInput
          source="date"
          label={labels.field('date')}
          helperText={current !== 'publish' && !date && t('form.publishNow')}
        />
      )}
      {record?.modified_by && isEditor(me) && (
        <Typography variant="body2" color="text.secondary">
          {labels.field('changed')} {record.modified_by.name}
        </Typography>
      )}
    </Section>
  );
}

/** Whether an event takes place as announced, and why not. Cancelling takes one click here, and one to save. */
function TakesPlace() {
  const t = useTranslate();
  const { isReadOnly, record } = useRecordForm();
  const { setValue } = useFormContext();
  const status = (useWatch({ name: 'event_status' }) as string | null) ?? 'scheduled';
  const isCancelled = status === 'cancelled';
  const choose = (next: string) => setValue('event_status', next, { shouldDirty: true });
  return (
    <Section name="takesPlace">
      <Inputs names={['event_status']} />
      {status !== 'scheduled' && <InBothLanguages fields={textsOf('events', ['event_status_reason'])} />}
      {isCancelled && !isReadOnly && record?.event_status !== status && (
        <Typography variant="body2">{t('event.cancelledOnSave')}</Typography>
      )}
      {/* One button for both, so that it keeps the focus. */}
      {!isReadOnly && (record || isCancelled) && (
        <Button
          color={isCancelled ? 'primary' : 'error'}
          variant={isCancelled ? 'text' : 'outlined'}
          title={isCancelled ? undefined : t('event.cancelHelp')}
          onClick={() => choose(isCancelled ? 'scheduled' : 'cancelled')}
        >
          {t(isCancelled ? 'event.takesPlace' : 'event.cancel')}
        </Button>
      )}
    </Section>
  );
}
