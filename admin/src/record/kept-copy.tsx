import { Alert, Button } from '@mui/material';
import { useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { formats } from '../i18n';
import { type Base, changedPaths, isChanged, type Values } from './body';
import { useRecordForm } from './context';
import { copyKey, readCopy, withoutPassword, writeCopy } from './copies';

interface Props {
  readonly kind: string;
  readonly id?: number;
  readonly base: Base;
  readonly onBase: (base: Base) => void;
}

/** The form that is open. */
interface OpenForm {
  readonly key: string;
  /** Keeps what is in it. */
  readonly keep: () => void;
  /** Makes what is in it the state without changes, so that leaving it asks nothing. */
  readonly discard: () => void;
}

let openForm: OpenForm | undefined;

/** Before the page is drawn again in another language: the form then offers what was being entered. */
export const keepOpenForm = (): void => openForm?.keep();

export const discardOpenForm = (): void => openForm?.discard();

/** The copy that is kept as soon as a person stops typing. */
let waiting: ReturnType<typeof setTimeout> | undefined;

function stopWaiting(): void {
  clearTimeout(waiting);
  waiting = undefined;
}

/** Drops the copy of the form that is open, also one that is about to be kept. */
export function dropCopy(): void {
  stopWaiting();
  if (openForm) localStorage.removeItem(openForm.key);
}

/** Milliseconds from the last change of a form until its copy is kept. */
const KEEP_DELAY = 500;

/** Keeps a copy of unsaved changes in the browser, and offers what is left of an earlier visit inside the form. */
export function KeptCopy({ kind, id, base, onBase }: Props) {
  const t = useTranslate();
  const { me } = useRecordForm();
  const { reset, subscribe, getValues } = useFormContext();
  const key = copyKey(me.id, kind, id);
  const [copy, setCopy] = useState(() => readCopy(key));

  // Who leaves the form right after typing finds the last words, too. This comes before the effect that forgets the form.
  useEffect(
    () => () => {
      if (waiting !== undefined) keepOpenForm();
    },
    [],
  );
  useEffect(() => {
    const keep = (entered: Values) => {
      const values = withoutPassword(entered);
      if (changedPaths(kind, withoutPassword(base.values), values).length === 0) return;
      writeCopy(key, { at: Date.now(), values, base, hadPassword: isChanged('password', base.values, entered) });
    };
    const discard = () => {
      reset(getValues());
      stopWaiting();
    };
    openForm = { key, keep: () => keep(getValues()), discard };
    const unsubscribe = subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        clearTimeout(waiting);
        waiting = setTimeout(() => {
          waiting = undefined;
          keep(values);
        }, KEEP_DELAY);
      },
    });
    return () => {
      stopWaiting();
      openForm = undefined;
      unsubscribe();
    };
  }, [kind, key, base, reset, subscribe, getValues]);

  const proceed = () => {
    if (copy) {
      onBase(copy.base);
      reset(copy.values, { keepDefaultValues: true });
    }
    setCopy(undefined);
  };
  if (!copy) return null;
  const discard = () => {
    dropCopy();
    setCopy(undefined);
  };
  return (
    <Alert
      severity="info"
      action={
        <>
          <Button onClick={proceed}>{t('form.useCopy')}</Button>
          <Button onClick={discard}>{t('form.dropCopy')}</Button>
        </>
      }
    >
      {t('form.unsaved', { time: formats().longInstant(new Date(copy.at)) })} {copy.hadPassword && t('form.noPassword')}
    </Alert>
  );
}
