import { Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { type CalendarRecord } from '../api';
import { asUtc, formats } from '../i18n';
import { whenOf } from '../lists/when-of';
import { plainText } from '../markup';
import { textPath } from '../record/body';
import { useFormer } from '../record/former';
import { usePathLabel } from '../record/value-text';
import { type Language, other } from '../session';
import { wordDiff } from '../word-diff';

interface Props {
  readonly kind: string;
  readonly record: CalendarRecord;
  readonly into: Language;
  readonly names: readonly string[];
}

/** The texts that are translated; of an outdated translation with what has changed since it was written. */
export function Original({ kind, record, into, names }: Props) {
  const t = useTranslate();
  const labelOf = usePathLabel(kind);
  const from = other(into);
  const former = useFormer(kind, record, into);
  const textOf = (name: string) => plainText(record.translations?.[from]?.[name] ?? '');
  const formerOf = (name: string) => (former ? plainText(former.texts[name] ?? '') : textOf(name));
  const isChanged = (name: string) => formerOf(name) !== textOf(name);
  return (
    <section aria-label={t('translations.original')}>
      <div className="language-head">
        <strong>{t('translations.original')}</strong>
        <Link to={`/${kind}/${record.id}`}>{t('action.edit')}</Link>
      </div>
      {record.start_date && (
        <Typography variant="body2" component="div" sx={{ mb: 1.5 }}>
          {whenOf(record)}
        </Typography>
      )}
      {former && names.some(isChanged) && (
        <Typography variant="body2" className="changed-since">
          {t('translations.changedSince', { time: formats().longInstant(asUtc(former.modifiedUtc)) })}
        </Typography>
      )}
      {names.map((name) => (
        <div key={name} className="original">
          <Typography variant="body2" color="text.secondary">
            {labelOf(textPath(from, name))}
          </Typography>
          <p lang={from}>
            {isChanged(name) ? <Changes former={formerOf(name)} present={textOf(name)} /> : textOf(name) || '–'}
          </p>
        </div>
      ))}
    </section>
  );
}

/** A text with the words that were added and those that are gone. */
function Changes({ former, present }: { readonly former: string; readonly present: string }) {
  return wordDiff(former, present).map(({ kind, text }, index) => {
    if (kind === 'removed') return <del key={index}>{text}</del>;
    return kind === 'added' ? <ins key={index}>{text}</ins> : text;
  });
}
