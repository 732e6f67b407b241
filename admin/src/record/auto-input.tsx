import {
  AutocompleteArrayInput,
  AutocompleteInput,
  BooleanInput,
  NumberInput,
  ReferenceArrayInput,
  ReferenceInput,
  SelectInput,
  TextInput,
  useTranslate,
} from 'react-admin';
import { type CalendarRecord } from '../api';
import { useLabels } from '../i18n';
import { REFERENCES, WITH_OWN } from '../kinds';
import { type Field, titleOf } from '../schema';
import { type Language, LANGUAGES } from '../session';
import { useRecordForm } from './context';

/** The parameter that finds records as one types. */
export const searchFor = (text: string) => (text === '' ? {} : { search: text });

/** The title of an event, or the name of another record, and the one that a search has found in the other language. */
export const nameOf = (kind: string) => (record: CalendarRecord) =>
  [record[titleOf(kind)], kind === 'venues' && record.city].filter(Boolean).join(', ') +
  (record.otherName ? ` (${record.otherName})` : '');

/** An input for any field, from what the document says of it; none for what no input can edit. */
export function AutoInput({ field, isHelpShown = false }: { readonly field: Field; readonly isHelpShown?: boolean }) {
  const t = useTranslate();
  const labels = useLabels();
  const { isReadOnly, record } = useRecordForm();
  const { name, type, help, maxLength, minimum, maximum } = field;
  const common = {
    source: name,
    label: labels.field(name),
    readOnly: isReadOnly,
    helperText: isHelpShown && t(`help.${name}`, { _: help }),
  } as const;
  const hasOwn = (language: Language) => record?.translations?.[language]?.[name];
  // A value for both languages that neither shows.
  if (WITH_OWN.includes(name) && LANGUAGES.every(hasOwn)) return null;
  const reference = REFERENCES[name];
  if (reference)
    return (
      <ReferenceInput source={name} reference={reference} sort={{ field: 'none', order: 'ASC' }}>
        <AutocompleteInput {...common} optionText={nameOf(reference)} filterToQuery={searchFor} />
      </ReferenceInput>
    );
  if (field.reference)
    return (
      <ReferenceArrayInput source={name} reference={field.reference} sort={{ field: 'none', order: 'ASC' }}>
        <AutocompleteArrayInput {...common} optionText={nameOf(field.reference)} filterToQuery={searchFor} />
      </ReferenceArrayInput>
    );
  switch (type) {
    case 'boolean':
      return <BooleanInput {...common} disabled={isReadOnly} format={Boolean} />;
    case 'choice': {
      const choices = field.choices.map((id) => ({ id, name: t(`${name}.${id}`, { _: id }) }));
      return <SelectInput {...common} choices={choices} translateChoice={false} />;
    }
    case 'integer':
    case 'number':
      return <NumberInput {...common} min={minimum} max={maximum} step={type === 'integer' ? 1 : 'any'} />;
    case 'text':
    case 'url':
    case 'html':
      return (
        <TextInput
          {...common}
          type={name === 'password' ? 'password' : type === 'url' ? 'url' : 'text'}
          multiline={type === 'html'}
          slotProps={{ htmlInput: { maxLength, autoComplete: name === 'password' ? 'new-password' : 'off' } }}
        />
      );
    default:
      return null;
  }
}
