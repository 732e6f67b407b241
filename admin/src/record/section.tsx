import { Card, Typography } from '@mui/material';
import { type ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { Part } from './part';

/** A part of a form under its heading, which is `group.<name>` of the catalogue. */
export function Section({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  const t = useTranslate();
  return (
    <Card component="section" className="section">
      <Typography variant="h2">{t(`group.${name}`)}</Typography>
      <Part name={name}>{children}</Part>
    </Card>
  );
}
