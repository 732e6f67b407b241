import { Alert, Button, Stack, TextField, type TextFieldProps } from '@mui/material';
import { createContext, type FormEvent, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { ApiError } from '../api';
import { reasonOf } from '../attempt';

/** The entered values, by the names of the inputs. */
export type Values = Readonly<Record<string, string>>;

const Errors = createContext<Values>({});

interface Props {
  /** For a button outside of the form. */
  readonly id?: string;
  /** The text of the button; a dialog has its own one. */
  readonly submit?: string;
  readonly isLarge?: boolean;
  /** Sends what was entered; a refusal is shown at the inputs that it names. */
  readonly onSend: (values: Values) => Promise<unknown>;
  readonly children: ReactNode;
}

/** A short form without a copy in the browser: what it holds is a secret, or quickly entered again. */
export function PlainForm({ id, submit, isLarge = false, onSend, children }: Props) {
  const t = useTranslate();
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<Values>({});
  const [message, setMessage] = useState('');
  const [isBusy, setBusy] = useState(false);
  const isRefused = useRef(false);
  useEffect(() => {
    // The focus moves once for each refusal: an input that is corrected afterwards loses its error, and keeps the focus.
    if (!isRefused.current) return;
    isRefused.current = false;
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    // The input that a select shows is the element around it.
    (wrong?.tabIndex === -1 ? wrong.parentElement?.querySelector<HTMLElement>('[role="combobox"]') : wrong)?.focus();
  }, [errors]);
  const show = (error: unknown, inputs: HTMLFormControlsCollection) => {
    const params = error instanceof ApiError ? Object.entries(error.params) : [];
    const placed = params.filter(([name]) => inputs.namedItem(name));
    isRefused.current = true;
    setErrors(Object.fromEntries(placed.map(([name, reason]) => [name, reason || t('ra.validation.required')])));
    // Below the inputs stand the errors that belong to none of them, such as one of a password that the form does not ask for.
    const others = params.filter(([name, reason]) => reason && !inputs.namedItem(name)).map(([, reason]) => reason);
    if (others.length > 0) setMessage(others.join(' '));
    else setMessage(placed.length > 0 && placed.length === params.length ? '' : t(reasonOf(error)));
  };
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // A dialog is inside the form that opened it, as far as events are concerned.
    event.stopPropagation();
    if (isBusy) return;
    const { elements } = event.currentTarget;
    const data = [...new FormData(event.currentTarget)].map(([name, value]) => [name, value as string] as const);
    const required = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input[required]')];
    const missing = required.filter(({ value }) => value === '').map(({ name }) => name);
    setMessage('');
    isRefused.current = true;
    setErrors(Object.fromEntries(missing.map((name) => [name, t('ra.validation.required')])));
    if (missing.length > 0) return;
    setBusy(true);
    await onSend(Object.fromEntries(data)).catch((error: unknown) => show(error, elements));
    setBusy(false);
  };
  const clear = ({ target }: FormEvent<HTMLFormElement>) => {
    const { name } = target as HTMLInputElement;
    if (name in errors) setErrors(Object.fromEntries(Object.entries(errors).filter(([wrong]) => wrong !== name)));
  };
  return (
    <form ref={form} id={id} noValidate onInput={clear} onSubmit={(event) => void send(event)}>
      <Errors.Provider value={errors}>
        <Stack spacing={2} useFlexGap>
          {children}
          {message && <Alert severity="error">{message}</Alert>}
          {submit && (
            <Button
              type="submit"
              variant="contained"
              className={isLarge ? undefined : 'start'}
              size={isLarge ? 'large' : 'medium'}
              disabled={isBusy}
            >
              {submit}
            </Button>
          )}
        </Stack>
      </Errors.Provider>
    </form>
  );
}

/** An input of a plain form, with the reason why it was refused. */
export function Input({ name, helperText, slotProps, ...props }: TextFieldProps & { readonly name: string }) {
  const error = useContext(Errors)[name];
  return (
    <TextField
      {...props}
      name={name}
      error={error !== undefined}
      helperText={error ?? helperText}
      slotProps={{ ...slotProps, inputLabel: { ...slotProps?.inputLabel, required: false } }}
    />
  );
}
