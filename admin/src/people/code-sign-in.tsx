import { Alert, LinearProgress } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { reasonOf } from '../attempt';
import { type Credentials } from '../auth';
import { takeSignInCode } from '../organization';

/** Finishes a sign-in that has come back from the organization's service. */
export function CodeSignIn({ onCredentials }: { readonly onCredentials: (given: Credentials) => Promise<unknown> }) {
  const t = useTranslate();
  const [code] = useState(takeSignInCode);
  const [error, setError] = useState<unknown>();
  // The code works once.
  const isSent = useRef(false);
  useEffect(() => {
    if (!code || isSent.current) return;
    isSent.current = true;
    onCredentials(code).catch(setError);
  }, [code, onCredentials]);
  if (!code) return null;
  return error === undefined ? <LinearProgress /> : <Alert severity="error">{t(reasonOf(error))}</Alert>;
}
