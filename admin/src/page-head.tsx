import { Typography } from '@mui/material';
import { type ReactNode, useEffect } from 'react';
import { siteName } from './schema';

/** The heading of a screen, which is also the title of the window, and what can be done there. */
export function PageHead({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  useEffect(() => {
    document.title = `${title} – ${siteName()}`;
  }, [title]);
  return (
    <div className="page-head">
      <Typography variant="h1">{title}</Typography>
      {children}
    </div>
  );
}
