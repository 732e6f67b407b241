import { useRef, useState } from 'react';
import { useNotify } from 'react-admin';
import { get, set, useFormContext } from 'react-hook-form';
import { ApiError, type CalendarRecord, send, uniqueKey } from '../api';
import { currentLanguage, type Language, LANGUAGES, other } from '../session';
import { bodyOf, hiddenValues, readForForm, textPath, toValues, type Values } from './body';
import { conflictOf, mergeInto } from './merge-changes';
import { type Dates, useQuestion } from './questions';
import { useExplanation } from './errors';
import { dropCopy } from './kept-copy';

/** The version of the record that a form has read; a new record has none. */
export interface Base {
  readonly values: Values;
  readonly etag?: string;
}

interface Write {
  readonly values: Values;
  readonly more: Record<string, unknown>;
  readonly base: Base;
  readonly apply?: Dates;
}

interface Options {
  readonly kind: string;
  readonly record?: CalendarRecord;
  readonly base: Base;
  /** @returns whether the form is left for that of the record; it is then shown a moment longer, and takes nothing */
  readonly onSaved: (id: number, status?: string) => Promise<boolean>;
}

function textAt(values: Values, language: Language, name: string): string {
  const text: unknown = get(values, textPath(language, name));
  return typeof text === 'string' ? text : '';
}

/** The address of a copy names it as one: once a draft has a title of its own, its address is made of that. */
function renewAddresses(body: Record<string, unknown>, before: Values): void {
  for (const language of LANGUAGES) {
    const title = textAt(body, language, 'title');
    const isCopy = /-cop(?:y|ie)(?:-\d+)?$/.test(textAt(before, language, 'slug'));
    if (isCopy && !textAt(body, language, 'slug') && /[\p{L}\p{N}]/u.test(title))
      set(body, textPath(language, 'slug'), title);
  }
}

/** Saves the changed fields of a form. Asks first if another person has changed the same fields meanwhile. */
export function useSave({ kind, record, base, onSaved }: Options) {
  const explain = useExplanation(kind);
  const notify = useNotify();
  const { handleSubmit, setError, clearErrors, reset, getValues } = useFormContext();
  const { question, askDates, askConflict } = useQuestion();
  const [isSaving, setSaving] = useState(false);
  const creation = useRef({ body: '', key: '' });

  /** The same body sent again has the same key, and creates nothing twice. */
  const onlyOnce = (body: string) => {
    if (creation.current.body !== body) creation.current = { body, key: uniqueKey() };
    return { 'Idempotency-Key': creation.current.key };
  };

  const request = async ({ values, more, base: { values: before, etag }, apply }: Write) => {
    const body = { ...bodyOf(kind, before, values), ...more };
    if (record?.status === 'draft') renewAddresses(body, before);
    // Without a time it is public at once; the service would keep the time that it has.
    const isPublic = body.status === 'publish' || (!body.status && record?.status === 'future');
    if (record && isPublic && !values.date) body.date = 'now';
    if (!record) return send<CalendarRecord>('POST', `/${kind}`, { body, headers: onlyOnce(JSON.stringify(body)) });
    const headers: Record<string, string> = etag ? { 'If-Match': etag } : {};
    // A new value for both languages would replace the one of the request's language.
    const isHidden = hiddenValues(before).some((name) => name in body);
    const query = { apply, ...(isHidden && { translation_language: other(currentLanguage()) }) };
    return send<CalendarRecord>('PATCH', `/${kind}/${record.id}`, { body, headers, query });
  };

  const resolveConflict = async (write: Write) => {
    const theirs = await readForForm(kind, record?.id ?? 0);
    const base: Base = { values: toValues(kind, theirs), etag: theirs._etag };
    const conflict = conflictOf(kind, { before: write.base.values, mine: write.values, theirs: base.values });
    if (conflict.paths.length === 0) return attempt({ ...write, base, values: mergeInto(conflict, {}) });
    const values = await askConflict(conflict, theirs.modified_by?.name);
    if (values) await attempt({ ...write, base, values });
  };

  async function attempt(write: Write): Promise<void> {
    // Until it is saved, leaving the form asks first.
    setError('root.unsaved', { type: 'unsaved' });
    const changed = Object.keys(bodyOf(kind, write.base.values, write.values)).concat(Object.keys(write.more));
    const isAsked = record && !write.apply && !changed.includes('recurrence') && changed.length > 0;
    const apply = isAsked ? await askDates([record]) : write.apply;
    if (apply === 'none') return;
    const complete = { ...write, apply };
    setSaving(true);
    let isLeft = false;
    try {
      const { data } = await request(complete);
      clearErrors();
      // Leaving the form asks nothing any more, and nothing is offered again: the reset counts as a change of values.
      reset(getValues());
      dropCopy();
      isLeft = await onSaved(data.id, data.status);
    } catch (error) {
      if (error instanceof ApiError && error.status === 412) await resolveConflict(complete).catch(explain);
      else explain(error);
    } finally {
      setSaving(isLeft);
    }
  }

  const save = (more: Record<string, unknown> = {}) => {
    clearErrors();
    void handleSubmit(
      (values) => attempt({ values, more, base }),
      () => notify('error.fields', { type: 'error' }),
    )();
  };
  return { save, isSaving, question };
}
