import { Button, Card, Chip, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LinearProgress, useTranslate } from 'react-admin';
import { type Schemas, send } from '../api';
import { useAttempt } from '../attempt';
import { asUtc, formats } from '../i18n';
import { useQuestion } from '../record/questions';
import { useScopeText } from './key-scope';
import { NewKey } from './new-key';

type Key = Schemas['Key'];

interface Props {
  /** The list of the API: that of an account, or one's own. */
  readonly path: string;
  /** Whether new keys can be made. */
  readonly isUsable: boolean;
  /** Whether they are one's own: a new one may need the password, and lasts for a year at most. */
  readonly isOwn?: boolean;
}

/** The keys of an account. */
export function Keys({ path, isUsable, isOwn = false }: Props) {
  const t = useTranslate();
  const attempt = useAttempt();
  const { question, ask } = useQuestion();
  const [isMaking, setMaking] = useState(false);
  const { data } = useQuery({
    queryKey: ['keys', path],
    queryFn: async () => (await send<Schemas['KeyList']>('GET', path)).data.keys,
  });
  const nameOf = ({ kind, name, id }: Key) => (kind === 'sign-in' ? t('people.signedIn') : (name ?? id));
  const remove = async (key: Key) => {
    const isSignIn = key.kind === 'sign-in';
    const title = t(isSignIn ? 'people.endTitle' : 'people.deleteTitle', { name: nameOf(key) });
    const help = t(isSignIn ? 'people.endHelp' : 'people.deleteHelp');
    if (await ask(title, help, t(isSignIn ? 'people.end' : 'people.delete')))
      await attempt(() => send('DELETE', `${path}/${key.id}`), isSignIn ? 'people.ended' : 'people.deleted');
  };
  return (
    <Card component="section" className="section" aria-label={t('people.keys')}>
      <Typography variant="h2">{t('people.keys')}</Typography>
      <Typography color="text.secondary">{t('people.keysHelp')}</Typography>
      {!data && <LinearProgress />}
      {data?.length === 0 && <Typography>{t('people.noKeys')}</Typography>}
      {data && data.length > 0 && (
        <ul className="keys">
          {data.map((key) => (
            <li key={key.id}>
              <KeyText name={nameOf(key)} of={key} />
              {!key.current && (
                <Button
                  color="error"
                  aria-label={`${t(key.kind === 'sign-in' ? 'people.end' : 'people.delete')} – ${nameOf(key)}`}
                  onClick={() => void remove(key)}
                >
                  {t(key.kind === 'sign-in' ? 'people.end' : 'people.delete')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {isUsable && (
        <Button variant="outlined" className="start" onClick={() => setMaking(true)}>
          {t('people.newKey')}
        </Button>
      )}
      {isMaking && <NewKey {...{ path, isOwn }} onClose={() => setMaking(false)} />}
      {question}
    </Card>
  );
}

/** Shows the scope of a key, when it was made, and when it ends. */
function KeyText({ name, of: key }: { readonly name: string; readonly of: Key }) {
  const t = useTranslate();
  const scopeText = useScopeText();
  const { dayOf, instant } = formats();
  const { expires_utc: end, last_used_utc: used } = key;
  const facts = [
    key.kind === 'key' && scopeText(key.scope),
    key.addresses && t('people.from', { addresses: key.addresses }),
    t('people.made', { day: dayOf(asUtc(key.created_utc)) }),
    used ? t('people.keyUsed', { day: dayOf(asUtc(used)) }) : t('people.keyUnused'),
    end ? t('people.until', { time: instant(asUtc(end)) }) : t('people.endless'),
  ];
  return (
    <span className="who">
      <span className="row">
        <b>{name}</b>
        {key.current && <Chip size="small" label={t('people.current')} />}
      </span>
      <small>{facts.filter(Boolean).join(' · ')}</small>
    </span>
  );
}
