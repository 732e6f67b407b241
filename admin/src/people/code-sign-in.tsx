import { Alert, LinearProgress } from '@mui/material';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { ApiError } from '../api';
import { reasonOf } from '../attempt';
import { type Credentials } from '../auth';
import { type ReturnedSignIn } from '../organization';

interface Props {
  readonly returned: ReturnedSignIn;
  /** Signs in, and opens a screen. */
  readonly onCredentials: (given: Credentials, screen: string | undefined) => Promise<unknown>;
  /** The ways to sign in, for a code that does not work. */
  readonly children: ReactNode;
}

/** Finishes a sign-in that has come back from the organization's service. */
export function CodeSignIn({ returned, onCredentials, children }: Props) {
  const t = useTranslate();
  const [error, setError] = useState<unknown>();
  // The code works once.
  const isSent = useRef(false);
  useEffect(() => {
    if (isSent.current) return;
    isSent.current = true;
    const { code, verifier, screen } = returned;
    onCredentials({ code, verifier }, screen).catch(setError);
  }, [returned, onCredentials]);
  if (error === undefined) return <LinearProgress />;
  // The words of the service are about links, of which one asks for another one.
  const isOver = error instanceof ApiError && error.status === 410;
  return (
    <>
      <Alert severity="error">{t(isOver ? 'signIn.codeOver' : reasonOf(error))}</Alert>
      {children}
    </>
  );
}
