import { useTranslate } from 'react-admin';
import { formats, useLabels } from '../i18n';
import { plainText } from '../markup';
import { titleOf } from '../schema';
import { type Language } from '../session';
import { useRuleText } from './rule-text';

/** The label of a value of a form: `translations.fr.title` is "Title (French)". */
export function usePathLabel(kind: string): (path: string) => string {
  const labels = useLabels();
  return (path) => {
    const [, language, name] = /^translations\.(en|fr)\.(.+)$/.exec(path) ?? [];
    if (!name) return labels.field(path);
    // The field `venue` of a venue is its name; the field `venue` of an event is another one, labelled as a relation.
    const isName = name === titleOf(kind) && name !== 'title';
    return labels.inLanguage(isName ? 'name' : name, language as Language);
  };
}

/**
 * A value as text, for comparisons: HTML without tags, records by name, dates as the language writes them, rules of series
 * in the words of the form.
 * @returns a function that takes the path, the value, and the start of the event
 */
export function useValueText(): (path: string, value: unknown, start?: unknown) => string {
  const t = useTranslate();
  const ruleText = useRuleText();
  const labels = useLabels();
  const format = formats();
  const text = (path: string, value: unknown, start: unknown = ''): string => {
    if (value === null || value === undefined || value === '') return '';
    if (path === 'recurrence') return ruleText(value, String(start));
    if (typeof value === 'boolean') return value ? t('ra.boolean.true') : t('ra.boolean.false');
    if (Array.isArray(value)) return value.map((item) => text(path, item)).join(', ');
    if (typeof value === 'object') return objectText(value as Record<string, unknown>);
    const plain = String(value);
    if (/^\d{4}-\d\d-\d\d \d\d:\d\d/.test(plain)) return format.moment(plain);
    const isChoice = ['status', 'event_status', 'attendance'].includes(path);
    return isChoice ? t(`${path}.${plain}`) : plainText(plain);
  };
  const objectText = (value: Record<string, unknown>): string => {
    const name = value.title ?? value.name ?? value.venue ?? value.organizer ?? value.url ?? value.id;
    if (name !== undefined) return String(name);
    return Object.entries(value)
      .map(([key, part]) => `${labels.field(key)} ${text(key, part)}`)
      .join(', ');
  };
  return text;
}
