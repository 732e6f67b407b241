import { Card, List, ListItemButton, ListItemText, Typography } from '@mui/material';
import { type ReactNode, useId } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { LoadingBar } from '../loading-bar';

/** Options of the queries of the first screen, which stays open for hours: they are repeated each minute while the page is visible. */
export const REFRESHED = { refetchInterval: 60_000 } as const;

interface Props {
  readonly title: string;
  /** The number of records; undefined while it is not known. */
  readonly total?: number;
  readonly isCounted?: boolean;
  /** The key of the text that an empty list shows. */
  readonly none: string;
  /** An element below the list. */
  readonly more?: ReactNode;
  readonly children: ReactNode;
}

/** A list under its heading, with the number of records. */
export function ListCard({ title, total, isCounted = true, none, more, children }: Props) {
  const t = useTranslate();
  const id = useId();
  return (
    <Card component="section" className="section" aria-labelledby={id}>
      <Typography variant="h2" id={id}>
        {title} {total !== undefined && <span className="number">{total}</span>}
      </Typography>
      {total === undefined && isCounted && <LoadingBar />}
      {total === 0 && <Typography color="text.secondary">{t(none)}</Typography>}
      <List dense disablePadding>
        {children}
      </List>
      {more}
    </Card>
  );
}

interface ItemProps {
  readonly to: string;
  readonly primary: string;
  readonly secondary: ReactNode;
}

/** An item that is a link as a whole. */
export function LinkItem({ to, primary, secondary }: ItemProps) {
  return (
    <li>
      <ListItemButton component={Link} to={to}>
        <ListItemText {...{ primary, secondary }} slotProps={{ secondary: { component: 'div' } }} />
      </ListItemButton>
    </li>
  );
}
