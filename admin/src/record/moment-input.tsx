import { useRef } from 'react';
import { TextInput } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { useRecordForm } from './context';
import { isMoment } from './moments';

type Target = HTMLInputElement | HTMLTextAreaElement;

interface Props {
  readonly source: string;
  readonly label: string;
  readonly isDay?: boolean;
  readonly helperText?: string | false;
  readonly onValue?: (value: string) => void;
  readonly onLeft?: () => void;
}

/**
 * The text that an input shows for a value: the API writes `2027-05-31 18:30:00` where browsers write
 * `2027-05-31T18:30`.
 */
function shown(value: string | null, isDay: boolean): string {
  const [day = '', time = '00:00'] = String(value ?? '').split(' ');
  return day === '' || isDay ? day : `${day}T${time.slice(0, 5)}`;
}

function stored(value: string, isDay: boolean): string | null {
  if (value === '') return null;
  const [day, time = '00:00'] = value.split('T');
  return `${day} ${isDay ? '00:00' : time.slice(0, 5)}:00`;
}

/** A local time, or a day. A date that is not complete, or that does not exist, is an error at the input. */
export function MomentInput({ source, label, isDay = false, helperText = false, onValue, onLeft }: Props) {
  const { isReadOnly } = useRecordForm();
  const { trigger, getFieldState } = useFormContext();
  const isPartial = useRef(false);
  const check = (value: string | null) => {
    if (isPartial.current) return 'error.partialDate';
    return value && !isMoment(value) ? 'error.year' : undefined;
  };
  const onChange = ({ target }: { target: Target }) => {
    isPartial.current = false;
    onValue?.(target.value);
    // A digit too many is said at once; a year that is being typed still begins with zeros.
    if (/^\d{5}/.test(target.value) || getFieldState(source).invalid) void trigger(source);
  };
  const onBlur = ({ target }: { target: Target }) => {
    isPartial.current = target.validity.badInput;
    onLeft?.();
    if (isPartial.current || target.value !== '') void trigger(source);
  };
  return (
    <TextInput
      source={source}
      label={label}
      type={isDay ? 'date' : 'datetime-local'}
      format={(value: string | null) => shown(value, isDay)}
      parse={(value: string) => stored(value, isDay)}
      validate={check}
      onChange={onChange}
      onBlur={onBlur}
      readOnly={isReadOnly}
      helperText={helperText}
      slotProps={{ inputLabel: { shrink: true } }}
      resettable={false}
    />
  );
}
