import { Alert, Button, LinearProgress, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useLocaleState, useTranslate } from 'react-admin';
import { type Schemas, send } from '../api';
import { reasonOf } from '../attempt';
import { type Credentials } from '../auth';
import { useQuestion } from '../record/questions';
import { isForNewPassword } from '../session';
import { OrganizationButton } from './organization-button';
import { PasswordInput } from './password-input';
import { Input, PlainForm } from './plain-form';
import { SignInHelp, useWays } from './sign-in-form';

interface Props {
  readonly token: string;
  readonly onCredentials: (credentials: Credentials) => Promise<unknown>;
  /** Leaves the invitation for the form to sign in. */
  readonly onLeave: () => void;
}

interface WaysProps extends Omit<Props, 'onLeave'> {
  readonly link: Schemas['OpenedLink'];
}

/** The form of an invitation: it sets a password, leads to the organization's service, or both, as the account allows. */
export function InvitationForm(props: Props) {
  const t = useTranslate();
  const link = useLink(props.token);
  if (link.isPending) return <LinearProgress />;
  return (
    <>
      {link.error ? <Alert severity="error">{t(reasonOf(link.error))}</Alert> : <Ways {...props} link={link.data} />}
      <Button onClick={props.onLeave}>{t('people.toSignIn')}</Button>
    </>
  );
}

/** The offer of the link. */
function useLink(token: string) {
  const [locale] = useLocaleState();
  return useQuery({
    queryKey: ['invitation', token, locale],
    queryFn: async () =>
      (await send<Schemas['OpenedLink']>('POST', '/sign-in/invitation', { body: { invitation: token }, key: null }))
        .data,
    retry: false,
    staleTime: Infinity,
  });
}

function Ways({ link, ...props }: WaysProps) {
  const t = useTranslate();
  if (link.password) return <PasswordForm {...props} link={link} />;
  return (
    <>
      <Typography>{t(link.organization ? 'people.withOrganization' : 'people.noUse')}</Typography>
      {link.organization ? <Organization token={props.token} link={link} hasOthers={false} /> : <SignInHelp />}
    </>
  );
}

interface OrganizationProps extends Pick<WaysProps, 'token' | 'link'> {
  readonly hasOthers?: boolean;
}

/** Leads to the organization's service, and asks before a password or keys of the account end so. */
function Organization({ token, link, hasOthers }: OrganizationProps) {
  const t = useTranslate();
  const organization = useWays()?.organization ?? '';
  const { question, ask } = useQuestion();
  const { name, ends_password: endsPassword, ends_keys: keys } = link;
  const confirm = async () => {
    if (!endsPassword && keys === 0) return true;
    const ends = [
      t('people.linkOnly', { organization }),
      endsPassword && t('people.linkEndsPassword'),
      keys > 0 && t('people.linkEndsKeys', { smart_count: keys }),
    ];
    const title = t('people.linkTitleOf', { name });
    return ask(title, ends.filter(Boolean).join(' '), t('signIn.withOrganization', { name: organization }));
  };
  return (
    <>
      <OrganizationButton invitation={token} hasOthers={hasOthers} ask={confirm} />
      {question}
    </>
  );
}

function PasswordForm({ token, link, onCredentials }: WaysProps) {
  const t = useTranslate();
  return (
    <>
      <Typography variant="h2">{t('people.choosePassword')}</Typography>
      <Typography>{t(isForNewPassword() ? 'people.choosePasswordForgotten' : 'people.choosePasswordHelp')}</Typography>
      {link.organization && <Organization token={token} link={link} />}
      <PlainForm
        submit={t('signIn.submit')}
        isLarge
        onSend={({ email, password = '' }) =>
          onCredentials({ invitation: token, password, ...(email !== undefined && { email }) })
        }
      >
        {link.email && (
          <Input name="email" type="email" label={t('field.email')} autoComplete="username" required autoFocus />
        )}
        <PasswordInput label={t('field.password')} isNew autoFocus={!link.email} />
      </PlainForm>
    </>
  );
}
