import { inputName, type SubmitForm } from '../data/submit-form.js';
import { type SubmitTexts } from '../texts/submit-texts.js';

type InputType = 'text' | 'email' | 'date' | 'datetime-local';

interface FieldProps {
  readonly form: SubmitForm;
  readonly texts: SubmitTexts;
  /** The path of the field in errors. */
  readonly name: string;
  readonly label: string;
  readonly help?: string;
  readonly isRequired?: boolean;
  readonly type?: InputType;
  readonly maxLength?: number;
  /** The lines of a text of several lines. */
  readonly rows?: number;
  readonly lang?: string;
  readonly inputMode?: 'url';
  /**
   * The text that browsers may fill in. It is never `off`: browsers would not keep the text for those who come back to
   * the form.
   */
  readonly autocomplete?: string;
  readonly attributes?: Readonly<Record<string, string>>;
}

/** The id of an input, to which messages lead. */
export const idOf = (field: string): string => `f-${field.replaceAll('.', '-')}`;

/** An input with its label, its help and its error. The first one with an error has the focus. */
export function Field(props: FieldProps) {
  const { form, texts, name, label, help, isRequired, type = 'text', rows, attributes } = props;
  const { maxLength, lang, inputMode, autocomplete } = props;
  const id = idOf(name);
  const error = form.errors.get(name);
  const described = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;
  const shared = {
    ...{ id, name: inputName(name), lang, ...attributes },
    ...(autocomplete && { autocomplete }),
    ...(isRequired && { required: true }),
    ...(maxLength && { maxLength }),
    ...(inputMode && { inputMode }),
    ...(described && { 'aria-describedby': described }),
    ...(error && { 'aria-invalid': 'true' as const, autofocus: isFirst(form, name) }),
  };
  return (
    <div class="field">
      <label for={id}>
        {label} {!isRequired && <small>{texts.optional}</small>}
      </label>
      {help && (
        <p class="help" id={`${id}-help`}>
          {help}
        </p>
      )}
      {rows ? (
        <textarea {...shared} rows={rows}>
          {form.typed.text(name)}
        </textarea>
      ) : (
        <input {...typedInput(type)} {...shared} value={form.typed.text(name)} />
      )}
      {error && (
        <p class="bad" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}

/** Preact has a type of attributes for each type of input, of which no one fits all of them. */
const typedInput = (type: InputType): object => ({ type });

/** Whether a field is the first one with an error, which has the focus. */
export const isFirst = ({ errors }: SubmitForm, name: string) => [...errors.keys()][0] === name;

/** Start, end, and whether the event lasts whole days. */
export function When({ form, texts }: Pick<FieldProps, 'form' | 'texts'>) {
  const isAllDay = form.typed.text('all_day') !== '';
  const input = (name: string, label: string) => {
    const type = dateTypeOf(form.typed.text(name), isAllDay);
    const help = type === 'text' ? texts.dateHelp : undefined;
    return <Field {...{ form, texts, name, label, type, isRequired: true, ...(help && { help }) }} />;
  };
  return (
    <>
      <div class="pair">
        {input('start_date', texts.start)}
        {input('end_date', texts.end)}
      </div>
      <label class="check">
        <input type="checkbox" id="f-all_day" name="all_day" checked={isAllDay} />
        {texts.allDay}
      </label>
    </>
  );
}

/** Browsers empty an input for dates that holds anything else: what people have written as text stays text. */
function dateTypeOf(typed: string, isAllDay: boolean): InputType {
  if (isAllDay && /^(?:\d{4}-\d\d-\d\d)?$/.test(typed)) return 'date';
  return typed === '' || /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?$/.test(typed) ? 'datetime-local' : 'text';
}
