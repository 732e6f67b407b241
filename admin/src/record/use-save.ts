import { useRef, useState } from 'react';
import { useNotify, usePermissions } from 'react-admin';
import { get, set, useFormContext } from 'react-hook-form';
import { ApiError, type CalendarRecord, type Me, send, uniqueKey } from '../api';
import { currentLanguage, type Language, LANGUAGES, other } from '../session';
import { type Base, bodyOf, hiddenValues, readForForm, textPath, toValues, type Values } from './body';
import { conflictOf, mergeInto } from './merge-changes';
import { type Dates, useQuestion } from './questions';
import { useExplanation } from './errors';
import { draftLinks, linksNote, type LinksNote, mayPublishLinks, showsLinks } from './draft-links';
import { dropCopy } from './kept-copy';

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
  /**
   * @param note what the write means for linked records
   * @returns whether the form is left for that of the record; it is then shown a moment longer, and takes nothing
   */
  readonly onSaved: (id: number, status?: string, note?: LinksNote) => Promise<boolean>;
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

/** The form that is sent: its kind, the record that it changes, and the account. */
interface Sender extends Pick<Options, 'kind' | 'record'> {
  readonly me?: Me;
  /** The headers of a creation, with a key of its body. */
  readonly onlyOnce: (body: string) => Record<string, string>;
}

/** Sends what has changed in a form, with the linked records that an event makes public. */
async function sendForm(sender: Sender, { values, more, base: { values: before, etag }, apply }: Write) {
  const { kind, record, me } = sender;
  const body = { ...bodyOf(kind, before, values), ...more };
  if (record?.status === 'draft') renewAddresses(body, before);
  // Without a time it is public at once; the service would keep the time that it has.
  const isPublic = body.status === 'publish' || (!body.status && record?.status === 'future');
  if (record && isPublic && !values.date) body.date = 'now';
  const isShown = kind === 'events' && showsLinks(body, record?.status);
  const drafts = isShown ? await draftLinks(values) : new Map<string, string>();
  const publishes = isShown && me !== undefined && mayPublishLinks(me);
  // A new value for both languages would replace the one of the request's language.
  const isHidden = record !== undefined && hiddenValues(before).some((name) => name in body);
  const query = {
    ...{ apply, publish_links: publishes || undefined },
    ...(isHidden && { translation_language: other(currentLanguage()) }),
  };
  const data = await store(sender, { body, query, etag });
  return { data, note: linksNote(drafts, publishes, [data]) };
}

interface Request {
  readonly body: object;
  readonly query: object;
  readonly etag?: string;
}

async function store({ kind, record, onlyOnce }: Sender, { body, query, etag }: Request): Promise<CalendarRecord> {
  const [method, path] = record ? (['PATCH', `/${kind}/${record.id}`] as const) : (['POST', `/${kind}`] as const);
  const ifMatch: Record<string, string> = etag ? { 'If-Match': etag } : {};
  const headers = record ? ifMatch : onlyOnce(JSON.stringify(body));
  return (await send<CalendarRecord>(method, path, { body, headers, query: { ...query } })).data;
}

/** Saves the changed fields of a form. Asks first if another person has changed the same fields meanwhile. */
export function useSave({ kind, record, base, onSaved }: Options) {
  const explain = useExplanation(kind);
  const notify = useNotify();
  const { handleSubmit, setError, clearErrors, reset, getValues } = useFormContext();
  const { question, askDates, askConflict } = useQuestion();
  const [isSaving, setSaving] = useState(false);
  const { permissions: me } = usePermissions<Me>();
  const creation = useRef({ body: '', key: '' });

  /** The same body sent again has the same key, and creates nothing twice. */
  const onlyOnce = (body: string) => {
    if (creation.current.body !== body) creation.current = { body, key: uniqueKey() };
    return { 'Idempotency-Key': creation.current.key };
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
      const { data, note } = await sendForm({ kind, record, me, onlyOnce }, complete);
      clearErrors();
      // Leaving the form asks nothing any more, and nothing is offered again: the reset counts as a change of values.
      reset(getValues());
      dropCopy();
      isLeft = await onSaved(data.id, data.status, note);
    } catch (error) {
      if (error instanceof ApiError && error.status === 412) await resolveConflict(complete).catch(explain);
      else explain(error);
    } finally {
      setSaving(isLeft);
    }
  }

  const save = (more: Record<string, unknown> = {}, apply?: Dates) => {
    clearErrors();
    void handleSubmit(
      (values) => attempt({ values, more, base, apply }),
      () => notify('error.fields', { type: 'error' }),
    )();
  };
  return { save, isSaving, question };
}
