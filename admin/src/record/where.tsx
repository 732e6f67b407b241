import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { useWatch } from 'react-hook-form';
import {
  AutocompleteArrayInput,
  Form,
  ReferenceArrayInput,
  TextInput,
  useCreate,
  useCreateSuggestionContext,
  useTranslate,
} from 'react-admin';
import { type CalendarRecord } from '../api';
import { useAttempt } from '../attempt';
import { useLabels } from '../i18n';
import { mayCreate } from '../rights';
import { fieldsOf } from '../schema';
import { AutoInput, nameOf, searchFor } from './auto-input';
import { useRecordForm } from './context';
import { Section } from './section';
import { OwnValues } from './texts';

/** Where an event takes place: venues as one types, and an address on the Internet. */
export function Where() {
  const attendance = useWatch({ name: 'attendance' }) as string | null;
  const fields = fieldsOf('events').filter(
    ({ name }) => name === 'attendance' || (name === 'online_url' && attendance !== 'offline' && attendance !== null),
  );
  return (
    <Section name="where">
      <LinkInput source="venue" reference="venues" />
      <div className="columns">
        {fields.map((field) => (
          <AutoInput key={field.name} field={field} />
        ))}
        <OwnValues names={fields.map(({ name }) => name)} />
      </div>
    </Section>
  );
}

interface LinkProps {
  readonly source: string;
  readonly reference: string;
}

/** Records that an event is related to: found as one types; what does not exist is created, by those who may. */
export function LinkInput({ source, reference }: LinkProps) {
  const labels = useLabels();
  const { me, isReadOnly } = useRecordForm();
  const [create] = useCreate<CalendarRecord>();
  const field = reference === 'organizers' ? 'organizer' : 'name';
  const creation = !mayCreate(me, reference)
    ? {}
    : reference === 'venues'
      ? { create: <NewVenue /> }
      : {
          onCreate: (name?: string) => create(reference, { data: { [field]: name } }, { returnPromise: true }),
        };
  return (
    <ReferenceArrayInput source={source} reference={reference} sort={{ field: 'none', order: 'ASC' }} perPage={50}>
      <AutocompleteArrayInput
        label={labels.field(source)}
        optionText={nameOf(reference)}
        filterToQuery={searchFor}
        readOnly={isReadOnly}
        helperText={false}
        // The list opens as one types, or by a click, and not because the dialog gives the focus back.
        openOnFocus={false}
        createItemLabel="action.create"
        {...creation}
      />
    </ReferenceArrayInput>
  );
}

/** The dialog for a venue that does not exist yet. What it leaves out can be added to the venue later. */
function NewVenue() {
  const t = useTranslate();
  const labels = useLabels();
  const attempt = useAttempt();
  const { filter, onCancel, onCreate } = useCreateSuggestionContext();
  const [create] = useCreate<CalendarRecord>();
  const save = (data: object) =>
    attempt(async () => onCreate(await create('venues', { data }, { returnPromise: true })));
  return (
    <Dialog open onClose={onCancel} fullWidth maxWidth="sm">
      <Form onSubmit={save} record={{ venue: filter }} resource="venues">
        <DialogTitle>{t('form.newVenue')}</DialogTitle>
        <DialogContent className="dialog-form">
          <TextInput
            source="venue"
            label={labels.field('name')}
            helperText={false}
            autoFocus
            slotProps={{ htmlInput: { required: true } }}
          />
          {['address', 'city', 'province', 'zip'].map((name) => (
            <TextInput key={name} source={name} label={labels.field(name)} helperText={false} />
          ))}
        </DialogContent>
        <DialogActions>
          <Button onClick={onCancel}>{t('action.cancel')}</Button>
          <Button type="submit" variant="contained">
            {t('action.add')}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
