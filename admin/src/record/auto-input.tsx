import {
  AutocompleteInput,
  BooleanInput,
  NumberInput,
  ReferenceInput,
  SelectInput,
  TextInput,
  useTranslate,
} from 'react-admin';
import { useLabels } from '../i18n';
import { REFERENCES, SHARED } from '../kinds';
import { type Field, fieldsOf } from '../schema';
import { type Language, LANGUAGES } from '../session';
import { AuthorInput } from './author';
import { ParentInput } from './categories';
import { useRecordForm } from './context';
import { useLength } from './length';
import { LinkInput, nameOf, searchFor } from './link-input';
import { OwnValues } from './texts';

/** An input for any field, from what the document says of it; none for what no input can edit. */
export function AutoInput({ field, isHelpShown = false }: { readonly field: Field; readonly isHelpShown?: boolean }) {
  const t = useTranslate();
  const labels = useLabels();
  const { isReadOnly, record } = useRecordForm();
  const { name, type, help, maxLength, minimum, maximum } = field;
  const length = useLength(name, maxLength);
  const common = {
    source: name,
    label: labels.field(name),
    readOnly: isReadOnly,
    helperText: isHelpShown && t(`help.${name}`, { _: help }),
  } as const;
  const hasOwn = (language: Language) => record?.translations?.[language]?.[name];
  // The value for both languages is hidden if each language has a value of its own.
  if (SHARED.includes(name) && LANGUAGES.every(hasOwn)) return null;
  const reference = REFERENCES[name];
  if (reference === 'categories') return <ParentInput {...common} id={record?.id} />;
  if (reference)
    return (
      <ReferenceInput source={name} reference={reference} sort={{ field: 'none', order: 'ASC' }}>
        <AutocompleteInput
          {...common}
          filterSelectedOptions={false}
          optionText={nameOf(reference)}
          filterToQuery={searchFor}
        />
      </ReferenceInput>
    );
  if (name === 'author') return <AuthorInput {...common} />;
  if (field.reference) return <LinkInput source={name} reference={field.reference} helperText={common.helperText} />;
  switch (type) {
    case 'boolean':
      return <BooleanInput {...common} disabled={isReadOnly} format={Boolean} />;
    case 'choice': {
      const choices = field.choices.map((id) => ({ id, name: t(`${name}.${id}`, { _: id }) }));
      const format = (value: unknown) => value ?? field.default ?? '';
      return <SelectInput {...common} choices={choices} translateChoice={false} format={format} />;
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
          helperText={length ?? common.helperText}
          slotProps={{ htmlInput: { autoComplete: name === 'password' ? 'new-password' : 'off' } }}
        />
      );
    default:
      return null;
  }
}

interface NamesProps {
  readonly names: readonly string[];
}

/** The inputs of fields, in this order. */
export function Inputs({ names }: NamesProps) {
  const { kind } = useRecordForm();
  return fieldsOf(kind, names).map((field) => (
    // A price is entered as text, although the document allows numbers and lists as well.
    <AutoInput key={field.name} field={field.name === 'cost' ? { ...field, type: 'text' } : field} />
  ));
}

/** The inputs of fields in columns, followed by those of their language versions. */
export const InputColumns = ({ names }: NamesProps) => (
  <div className="columns">
    <Inputs names={names} />
    <OwnValues names={names} />
  </div>
);
