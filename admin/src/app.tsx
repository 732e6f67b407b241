import { lazy } from 'react';
import { Admin, CustomRoutes, memoryStore, Resource } from 'react-admin';
import { Route } from 'react-router-dom';
import { authProvider } from './auth';
import { dataProvider } from './data';
import { i18nProvider } from './i18n';
import { Layout } from './layout';
import { kinds, siteName } from './schema';
import { SignIn } from './screens/sign-in';
import { Start } from './screens/start';
import { darkTheme, lightTheme } from './theme';

const EventList = lazy(() => import('./lists/event-list'));
const RecordList = lazy(() => import('./lists/record-list'));
const RecordScreen = lazy(() => import('./record/record-screen'));
const Images = lazy(() => import('./screens/images'));
const Translations = lazy(() => import('./screens/translations'));
const Help = lazy(() => import('./help/help'));
const Trash = lazy(() => import('./screens/trash'));
const Accounts = lazy(() => import('./people/accounts'));
const Account = lazy(() => import('./people/account'));
const MyAccount = lazy(() => import('./people/my-account'));
const Revisions = lazy(() => import('./screens/revisions'));

/** Everything that the address can show. What it keeps in the browser is in `session.ts`, hence the store in memory. */
export function App() {
  return (
    <Admin
      title={siteName()}
      store={memoryStore()}
      {...{ authProvider, dataProvider, i18nProvider, theme: lightTheme, darkTheme }}
      layout={Layout}
      loginPage={SignIn}
      dashboard={Start}
      requireAuth
      disableTelemetry
    >
      {kinds().map((kind) => (
        <Resource
          key={kind}
          name={kind}
          list={kind === 'events' ? EventList : RecordList}
          create={RecordScreen}
          edit={RecordScreen}
        />
      ))}
      <CustomRoutes>
        <Route path="/images" element={<Images />} />
        <Route path="/translations" element={<Translations />} />
        <Route path="/help" element={<Help />} />
        <Route path="/trash" element={<Trash />} />
        <Route path="/accounts" element={<Accounts />} />
        <Route path="/accounts/:id" element={<Account />} />
        <Route path="/me" element={<MyAccount />} />
        <Route path="/:kind/:id/revisions" element={<Revisions />} />
      </CustomRoutes>
    </Admin>
  );
}
