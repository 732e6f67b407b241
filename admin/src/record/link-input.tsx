import { Button } from '@mui/material';
import {
  AutocompleteArrayInput,
  Form,
  ReferenceArrayInput,
  TextInput,
  useChoicesContext,
  useCreateSuggestionContext,
  useTranslate,
} from 'react-admin';
import { type CalendarRecord } from '../api';
import { useAttempt } from '../attempt';
import { Popup } from '../controls';
import { useLabels } from '../i18n';
import { mayCreate } from '../rights';
import { titleOf } from '../schema';
import { useRecordForm } from './context';
import { useCreateLinked, useCreation } from './creation';

/** The parameter that finds records as one types. */
export const searchFor = (text: string) => (text === '' ? {} : { search: text });

/** The title of an event, or the name of another record, and the one that a search has found in the other language. */
export const nameOf = (kind: string) => (record: CalendarRecord) =>
  [record[titleOf(kind)], kind === 'venues' && record.city].filter(Boolean).join(', ') +
  (record.otherName ? ` (${record.otherName})` : '');

/** The order in which people look for a name. */
export const byName = { field: 'name', order: 'ASC' } as const;

interface LinkProps {
  readonly source: string;
  readonly reference: string;
  readonly helperText?: string | false;
}

/** Records that an event is related to: found as one types; what does not exist is created, by those who may. */
export function LinkInput(props: LinkProps) {
  const { source, reference } = props;
  return (
    <ReferenceArrayInput source={source} reference={reference} sort={byName} perPage={50}>
      <LinkedRecords {...props} />
    </ReferenceArrayInput>
  );
}

function LinkedRecords({ source, reference, helperText = false }: LinkProps) {
  const labels = useLabels();
  const { me, isReadOnly } = useRecordForm();
  const { allChoices = [] } = useChoicesContext<CalendarRecord>();
  const names = allChoices.flatMap((record) => [record[titleOf(reference)], record.otherName]);
  const creation = useCreation(reference, names);
  // Venues of one name exist in several towns.
  const ofKind = reference === 'venues' ? { createItemLabel: 'action.create', create: <NewVenue /> } : creation;
  return (
    <AutocompleteArrayInput
      label={labels.field(source)}
      optionText={nameOf(reference)}
      filterToQuery={searchFor}
      readOnly={isReadOnly}
      helperText={helperText}
      // The list opens as one types, or by a click, and not because the dialog gives the focus back.
      openOnFocus={false}
      {...(mayCreate(me, reference) && ofKind)}
    />
  );
}

/** The dialog for a venue that does not exist yet. What it leaves out can be added to the venue later. */
function NewVenue() {
  const t = useTranslate();
  const labels = useLabels();
  const attempt = useAttempt();
  const { filter, onCancel, onCreate } = useCreateSuggestionContext();
  const create = useCreateLinked('venues');
  const save = (data: object) => attempt(async () => onCreate(await create(data)));
  return (
    <Popup
      title={t('form.newVenue')}
      onClose={onCancel}
      maxWidth="sm"
      actions={
        <Button type="submit" form="new-venue" variant="contained">
          {t('action.add')}
        </Button>
      }
    >
      <Form id="new-venue" className="dialog-form" onSubmit={save} record={{ venue: filter }} resource="venues">
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
      </Form>
    </Popup>
  );
}
