import { useEffect, useRef } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { type FieldValues, useFormContext, type UseFormSetError } from 'react-hook-form';
import { ApiError } from '../api';
import { useLabels } from '../i18n';
import { pathOf } from './body';
import { usePathLabel } from './value-text';

/**
 * Shows the reasons of a refusal at the inputs they name, and focuses the first one in the order of the page.
 * @returns the reasons that no input shows
 */
function showErrors(
  kind: string,
  params: readonly (readonly [name: string, reason: string])[],
  setError: UseFormSetError<FieldValues>,
): [string, string][] {
  const reasons = params.map(([name, message]) => [pathOf(kind, name), message] as const);
  for (const [path, message] of reasons) setError(path, { type: 'server', message });
  const inputs = () => [...document.querySelectorAll<HTMLElement>('main [name], main [data-path]')];
  const shown = (path: string) =>
    inputs().filter((input) => (input.getAttribute('name') ?? input.dataset.path) === path);
  // The inputs that an error uncovers, such as those of the other language on a phone, can be focused afterwards.
  setTimeout(() => {
    const first = inputs().find((input) => reasons.some(([path]) => shown(path).includes(input)));
    const target = first?.matches('input, textarea, [tabindex]')
      ? first
      : first?.querySelector<HTMLElement>('input, textarea, [tabindex]');
    (target ?? first)?.focus();
  }, 50);
  return reasons.filter(([path]) => shown(path).length === 0).map(([path, message]) => [path, message]);
}

/** Fields of which a change may make another one right. */
const TOGETHER = [
  ['start_date', 'end_date', 'all_day', 'timezone', 'recurrence'],
  ['status', 'date'],
  ['event_status', 'event_status_reason'],
  ['attendance', 'online_url'],
] as const satisfies readonly (readonly string[])[];

/** `title` of `translations.fr.title`, and `venue` of `venue.0`. */
const fieldOf = (path: string): string => path.replace(/^translations\.(?:en|fr)\./, '').split('.')[0] ?? '';

/** Whether an error at one path may have gone with a change at another: also in the other language, and of an end by its start. */
function isRelated(path: string, changed: string): boolean {
  const fields = [fieldOf(path), fieldOf(changed)];
  return (
    fields[0] === fields[1] || TOGETHER.some((names: readonly string[]) => fields.every((name) => names.includes(name)))
  );
}

/** Takes the reasons of a refusal away from inputs that may be right again. The next save tells whether they are. */
function useOutdatedErrors() {
  const { subscribe, clearErrors } = useFormContext();
  const shown = useRef<readonly string[]>([]);
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback({ name }) {
          const outdated = shown.current.filter((path) => name !== undefined && isRelated(path, name));
          shown.current = shown.current.filter((path) => !outdated.includes(path));
          if (outdated.length > 0) clearErrors(outdated);
        },
      }),
    [subscribe, clearErrors],
  );
  return (paths: readonly string[]) => (shown.current = paths);
}

/** The name of a field of the API in a sentence, such as start_date. */
const FIELD = /\b[a-z]+(?:_[a-z]+)+\b/g;

/** Says why a form was not saved, in the words of the page: its labels in place of the names that callers of the API read. */
export function useExplanation(kind: string): (error: unknown) => void {
  const t = useTranslate();
  const labels = useLabels();
  const labelOf = usePathLabel(kind);
  const notify = useNotify();
  const { setError } = useFormContext();
  const remember = useOutdatedErrors();
  const inWords = (message: string) =>
    message.replaceAll(FIELD, (name) => t('error.name', { name: labels.field(name) }));
  return (error) => {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 0) return notify('error.network', { type: 'error', autoHideDuration: 10_000 });
    const params = Object.entries(error.params);
    const reasons = params.map(([name, message]) => [name, inWords(message) || t('ra.validation.required')] as const);
    remember(params.map(([name]) => pathOf(kind, name)));
    const elsewhere = showErrors(kind, reasons, setError).map(([name, message]) =>
      t('error.field', { label: labelOf(name), message }),
    );
    notify(elsewhere.join(' ') || (params.length > 0 ? t('error.fields') : error.message), {
      type: 'error',
      autoHideDuration: 10_000,
    });
  };
}
