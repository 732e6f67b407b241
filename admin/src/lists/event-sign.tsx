import CancelledIcon from '@mui/icons-material/Block';
import DraftIcon from '@mui/icons-material/EditOutlined';
import FullIcon from '@mui/icons-material/GroupsOutlined';
import FutureIcon from '@mui/icons-material/Schedule';
import MovedIcon from '@mui/icons-material/EventRepeatOutlined';
import OnlineIcon from '@mui/icons-material/VideocamOutlined';
import PendingIcon from '@mui/icons-material/HourglassEmpty';
import PrivateIcon from '@mui/icons-material/LockOutlined';
import { type SvgIconComponent } from '@mui/icons-material';
import { useTranslate } from 'react-admin';
import { type CalendarRecord } from '../api';

/** Signs of states, since colour alone is not enough. */
const SIGNS: Readonly<Record<string, SvgIconComponent>> = {
  'status.draft': DraftIcon,
  'status.pending': PendingIcon,
  'status.future': FutureIcon,
  'status.private': PrivateIcon,
  'event_status.cancelled': CancelledIcon,
  'event_status.postponed': MovedIcon,
  'event_status.rescheduled': MovedIcon,
  'event_status.moved_online': OnlineIcon,
  'event_status.full': FullIcon,
};

/** The states of an event that differ from published and as announced, as names of texts. */
const statesOf = ({ status, event_status: eventStatus }: CalendarRecord): string[] =>
  [`status.${status}`, `event_status.${eventStatus}`].filter((name) => name in SIGNS);

function Sign({ state, isNamed }: { readonly state: string; readonly isNamed?: boolean }) {
  const t = useTranslate();
  const Icon = SIGNS[state];
  if (!Icon) return null;
  return <Icon className="sign" {...(isNamed && { titleAccess: t(state) })} />;
}

/** The signs of an event before its title, each with its name. */
export const EventSigns = ({ event }: { readonly event: CalendarRecord }) =>
  statesOf(event).map((state) => <Sign key={state} state={state} isNamed />);

/** The meanings of the signs of these events. */
export function SignLegend({ events }: { readonly events: readonly CalendarRecord[] }) {
  const t = useTranslate();
  const shown = new Set(events.flatMap(statesOf));
  const states = Object.keys(SIGNS).filter((state) => shown.has(state));
  if (states.length === 0) return null;
  return (
    <ul className="sign-legend">
      {states.map((state) => (
        <li key={state} className={state.replace('.', '-')}>
          <Sign state={state} /> {t(state)}
        </li>
      ))}
    </ul>
  );
}

/** The classes from which an event has the colours of its state. */
export const stateClasses = ({ status, event_status: eventStatus }: CalendarRecord): string =>
  `status-${status} event_status-${eventStatus}`;
