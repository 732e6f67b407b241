import { BooleanInput, TextInput, useTranslate } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { asLocal, asUtc, useLabels } from '../i18n';
import { useRecordForm } from './context';
import { Section } from './section';

const HOUR = 3_600_000;

/** The start and the end of an event, in its own time zone. The end follows the start. */
export function When() {
  const t = useTranslate();
  const labels = useLabels();
  const { isReadOnly } = useRecordForm();
  const { getValues, setValue } = useFormContext();
  const isAllDay = Boolean(useWatch({ name: 'all_day' }));
  const before = useWatch({ name: 'start_date' }) as string | null;

  const moveEnd = (start: string) => {
    const end = getValues('end_date') as string | null;
    if (start === '') return;
    const length = before && end ? asUtc(end).getTime() - asUtc(before).getTime() : isAllDay ? 0 : 2 * HOUR;
    const moved = new Date(asUtc(start).getTime() + Math.max(0, length));
    setValue('end_date', asLocal(moved), { shouldDirty: true });
  };
  const inputs = ['start_date', 'end_date'].map((name) => (
    <MomentInput
      key={name}
      source={name}
      label={labels.field(name)}
      isDay={isAllDay}
      onValue={name === 'start_date' ? moveEnd : undefined}
    />
  ));
  return (
    <Section name="when">
      <div className="columns">{inputs}</div>
      <div className="columns">
        <BooleanInput
          source="all_day"
          label={labels.field('all_day')}
          helperText={false}
          disabled={isReadOnly}
          format={Boolean}
        />
        <TextInput
          source="timezone"
          label={labels.field('timezone')}
          placeholder={t('form.siteZone')}
          readOnly={isReadOnly}
          helperText={false}
          slotProps={{ htmlInput: { list: 'time-zones' } }}
        />
      </div>
      <datalist id="time-zones">
        {Intl.supportedValuesOf('timeZone').map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </Section>
  );
}

interface MomentProps {
  readonly source: string;
  readonly label: string;
  readonly isDay?: boolean;
  readonly helperText?: string | false;
  readonly onValue?: (value: string) => void;
}

/** A local time, or a day. The API writes `2027-05-31 18:30:00` where browsers write `2027-05-31T18:30`. */
export function MomentInput({ source, label, isDay = false, helperText = false, onValue }: MomentProps) {
  const { isReadOnly } = useRecordForm();
  return (
    <TextInput
      source={source}
      label={label}
      type={isDay ? 'date' : 'datetime-local'}
      format={(value: string | null) => value?.slice(0, isDay ? 10 : 16).replace(' ', 'T') ?? ''}
      parse={(value: string) =>
        value === '' ? null : isDay ? `${value} 00:00:00` : `${value.replace('T', ' ')}:00`.slice(0, 19)
      }
      onChange={(event: { target: { value: string } }) => onValue?.(event.target.value)}
      readOnly={isReadOnly}
      helperText={helperText}
      slotProps={{ inputLabel: { shrink: true } }}
      resettable={false}
    />
  );
}
