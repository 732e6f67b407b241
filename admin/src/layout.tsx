import ApiIcon from '@mui/icons-material/Api';
import CategoryIcon from '@mui/icons-material/AccountTreeOutlined';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import EventIcon from '@mui/icons-material/CalendarMonthOutlined';
import HelpIcon from '@mui/icons-material/HelpOutlineOutlined';
import HomeIcon from '@mui/icons-material/HomeOutlined';
import ImageIcon from '@mui/icons-material/ImageOutlined';
import ListIcon from '@mui/icons-material/ListAlt';
import OrganizerIcon from '@mui/icons-material/GroupsOutlined';
import PeopleIcon from '@mui/icons-material/ManageAccountsOutlined';
import PersonIcon from '@mui/icons-material/PersonOutlined';
import SignOutIcon from '@mui/icons-material/PowerSettingsNew';
import OpenIcon from '@mui/icons-material/OpenInNew';
import TagIcon from '@mui/icons-material/LabelOutlined';
import TranslateIcon from '@mui/icons-material/Translate';
import VenueIcon from '@mui/icons-material/PlaceOutlined';
import { ListItemIcon, MenuItem, Typography } from '@mui/material';
import { enUS, frFR } from '@mui/material/locale';
import { createTheme, ThemeProvider } from '@mui/material/styles';
import { type ReactNode, useEffect } from 'react';
import {
  AppBar,
  Layout as RaLayout,
  Menu as RaMenu,
  useGetIdentity,
  usePermissions,
  UserMenu,
  useUserMenu,
  useLocaleState,
  useTranslate,
} from 'react-admin';
import { Link, NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { type Me } from './api';
import { useLabels } from './i18n';
import { LanguageSwitch } from './language-switch';
import { useSignOut } from './people/use-sign-out';
import { mayManagePeople, mayUpload, mayWrite } from './rights';
import { kinds, siteName } from './schema';
import { ExpiredKey } from './screens/expired-key';
import { OfferedInvitation } from './screens/offered-invitation';
import { OfferedKey } from './screens/offered-key';
import { currentLanguage, site } from './session';

const ICONS: Readonly<Record<string, ReactNode>> = {
  events: <EventIcon />,
  venues: <VenueIcon />,
  organizers: <OrganizerIcon />,
  categories: <CategoryIcon />,
  tags: <TagIcon />,
};

function Bar() {
  return (
    <AppBar userMenu={<Account />} toolbar={<LanguageSwitch />} alwaysOn color="inherit">
      <Typography className="site-name" component="span">
        {siteName()}
      </Typography>
    </AppBar>
  );
}

function Account() {
  const t = useTranslate();
  const { identity } = useGetIdentity();
  const { signOut, question } = useSignOut();
  const links = [
    { to: `${site}/${currentLanguage()}`, text: t('page.site'), icon: <OpenIcon fontSize="small" /> },
    { to: `${site}/${currentLanguage()}/cal/events/v1/doc`, text: t('page.docs'), icon: <ApiIcon fontSize="small" /> },
  ];
  return (
    <>
      {/* The name of the button is what it shows (WCAG 2.5.3). */}
      <UserMenu label={identity?.fullName}>
        <Choice to="/me" text={t('menu.me')} icon={<PersonIcon fontSize="small" />} />
        {links.map(({ to, text, icon }) => (
          <MenuItem key={to} component="a" href={to}>
            <ListItemIcon>{icon}</ListItemIcon>
            {text}
          </MenuItem>
        ))}
        <SignOut onClick={() => void signOut()} />
      </UserMenu>
      {question}
    </>
  );
}

/** A link of the menu of the account to a screen of the page. */
function Choice({ to, text, icon }: EntryProps) {
  const menu = useUserMenu();
  return (
    <MenuItem component={Link} to={to} onClick={() => menu?.onClose()}>
      <ListItemIcon>{icon}</ListItemIcon>
      {text}
    </MenuItem>
  );
}

function SignOut({ onClick }: { readonly onClick: () => void }) {
  const t = useTranslate();
  const menu = useUserMenu();
  return (
    <MenuItem onClick={() => (menu?.onClose(), onClick())}>
      <ListItemIcon>
        <SignOutIcon fontSize="small" />
      </ListItemIcon>
      {t('signIn.out')}
    </MenuItem>
  );
}

function Menu() {
  const t = useTranslate();
  const labels = useLabels();
  const { permissions: me } = usePermissions<Me>();
  return (
    <RaMenu component="nav" role="navigation" aria-label={t('menu.label')}>
      <Entry to="/" text={t('menu.start')} icon={<HomeIcon />} />
      {kinds().map((kind) => (
        <Entry key={kind} to={`/${kind}`} text={labels.kind(kind)} icon={ICONS[kind] ?? <ListIcon />} />
      ))}
      {me && mayUpload(me) && <Entry to="/images" text={t('menu.images')} icon={<ImageIcon />} />}
      {me && mayWrite(me) && <Entry to="/translations" text={t('menu.translations')} icon={<TranslateIcon />} />}
      {me && mayWrite(me) && <Entry to="/trash" text={t('menu.trash')} icon={<DeleteIcon />} />}
      {me && mayManagePeople(me) && <Entry to="/accounts" text={t('menu.accounts')} icon={<PeopleIcon />} />}
      <Entry to="/help" text={t('menu.help')} icon={<HelpIcon />} />
    </RaMenu>
  );
}

interface EntryProps {
  readonly to: string;
  readonly text: string;
  readonly icon: ReactNode;
}

/** A link of the menu. To screen readers it is not an entry of a menu that opens: arrow keys do not lead through it. */
function Entry({ to, text, icon }: EntryProps) {
  const { pathname } = useLocation();
  const isOpen = pathname === to || (to !== '/' && pathname.startsWith(`${to}/`));
  return (
    <RaMenu.Item to={to} primaryText={text} leftIcon={icon} role="link" aria-current={isOpen ? 'page' : undefined} />
  );
}

export function Layout({ children }: { readonly children?: ReactNode }) {
  const { pathname } = useLocation();
  const type = useNavigationType();
  // A screen that a link opens begins at its top; Back shows what was seen before.
  useEffect(() => {
    if (type === NavigationType.Push) window.scrollTo(0, 0);
  }, [pathname]);
  const [locale] = useLocaleState();
  // The words of the controls themselves, such as those of an empty list of choices.
  const words = locale === 'fr' ? frFR : enUS;
  return (
    <ThemeProvider theme={(theme: object) => createTheme(theme, words)}>
      <RaLayout appBar={Bar} menu={Menu} appBarAlwaysOn>
        {children}
        <ExpiredKey />
        <OfferedKey />
        <OfferedInvitation />
      </RaLayout>
    </ThemeProvider>
  );
}
