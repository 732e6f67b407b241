import { type FieldValues, type UseFormSetError } from 'react-hook-form';
import { type ApiError } from '../api';
import { textsOf } from '../schema';
import { currentLanguage } from '../session';
import { SHARED } from '../kinds';
import { textPath } from './body';

/** The path of the input that a name of `data.params` means: `title`, `translations.fr.title`, `venue.0.city`. */
function pathOf(kind: string, name: string): string {
  if (name.startsWith('translations.')) return name;
  const [first = name] = name.split(/[.[]/);
  const isText = textsOf(kind).some((text) => text.name === first) && !SHARED.includes(first);
  return isText ? textPath(currentLanguage(), first) : first;
}

/**
 * Shows the reasons of a refusal at the inputs they name, and focuses the first one in the order of the page.
 * @returns the reasons that no input shows
 */
export function showErrors(kind: string, error: ApiError, setError: UseFormSetError<FieldValues>): [string, string][] {
  const reasons = Object.entries(error.params).map(([name, message]) => [pathOf(kind, name), message] as const);
  for (const [path, message] of reasons) setError(path, { type: 'server', message });
  const inputs = [...document.querySelectorAll<HTMLElement>('main [name], main [data-path]')];
  const shown = (path: string) => inputs.filter((input) => (input.getAttribute('name') ?? input.dataset.path) === path);
  const first = inputs.find((input) => reasons.some(([path]) => shown(path).includes(input)));
  // The inputs that an error uncovers, such as those of the other language on a phone, can be focused afterwards.
  setTimeout(() => {
    const target = first?.matches('input, textarea, [tabindex]')
      ? first
      : first?.querySelector<HTMLElement>('input, textarea, [tabindex]');
    (target ?? first)?.focus();
  }, 50);
  return reasons.filter(([path]) => shown(path).length === 0).map(([path, message]) => [path, message]);
}
