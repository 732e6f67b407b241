import { Alert, Button } from '@mui/material';
import { useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { formats } from '../i18n';
import { changedPaths, type Values } from './body';
import { type Base } from './use-save';

interface Copy {
  /** When it was kept, in milliseconds since 1970. */
  readonly at: number;
  readonly values: Values;
  /** The version of the record that the form had read. The record may have changed since. */
  readonly base: Base;
}

interface Props {
  readonly kind: string;
  readonly id?: number;
  readonly base: Base;
  readonly onBase: (base: Base) => void;
}

const keyOf = (kind: string, id?: number) => `calendar.copy.${kind}.${id ?? 'new'}`;

/** Keeps what is in the form that is open; undefined while none is. */
let keepNow: (() => void) | undefined;

/** Before the page is drawn again in another language: the form then offers what was being entered. */
export const keepOpenForm = (): void => keepNow?.();

/** The copy that is kept as soon as a person stops typing. */
let waiting: ReturnType<typeof setTimeout> | undefined;

/** Drops the copy of what is saved, also one that is about to be kept. */
export function dropCopy(kind: string, id?: number): void {
  clearTimeout(waiting);
  localStorage.removeItem(keyOf(kind, id));
}

function readCopy(key: string): Copy | undefined {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? 'null') as Copy | null) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Milliseconds from the last change of a form until its copy is kept. */
const KEEP_DELAY = 500;

/** Keeps a copy of unsaved changes in the browser, and offers what is left of an earlier visit inside the form. */
export function KeptCopy({ kind, id, base, onBase }: Props) {
  const t = useTranslate();
  const { reset, subscribe, getValues } = useFormContext();
  const key = keyOf(kind, id);
  const [copy, setCopy] = useState(() => readCopy(key));

  useEffect(() => {
    const keep = (values: Values) => {
      if (changedPaths(kind, base.values, values).length === 0) return;
      try {
        localStorage.setItem(key, JSON.stringify({ at: Date.now(), values, base } satisfies Copy));
      } catch {
        // A full store only means that there is no copy.
      }
    };
    keepNow = () => keep(getValues());
    const unsubscribe = subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        clearTimeout(waiting);
        waiting = setTimeout(() => keep(values), KEEP_DELAY);
      },
    });
    return () => {
      clearTimeout(waiting);
      keepNow = undefined;
      unsubscribe();
    };
  }, [kind, key, base, subscribe, getValues]);

  const proceed = () => {
    if (copy) {
      onBase(copy.base);
      reset(copy.values, { keepDefaultValues: true });
    }
    setCopy(undefined);
  };
  if (!copy) return null;
  const discard = () => {
    dropCopy(kind, id);
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
      {t('form.unsaved', { time: formats().instant(new Date(copy.at)) })}
    </Alert>
  );
}
