import { Alert, useMediaQuery, useTheme } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { LoadingBar } from '../loading-bar';
import { type CalendarRecord } from '../api';
import { Popup, Toggle } from '../controls';
import { currentKey, currentLanguage, type Language, ownLanguageFirst, site } from '../session';

interface Props {
  readonly record: CalendarRecord;
  /** Whether the form has changes that are not saved. */
  readonly hasUnsavedChanges: boolean;
  readonly onClose: () => void;
}

/** The page of a record as its readers will see it, read with the key. Nothing in the frame can run or navigate. */
export function Preview({ record, hasUnsavedChanges, onClose }: Props) {
  const t = useTranslate();
  const [language, setLanguage] = useState(currentLanguage());
  const isPhone = useMediaQuery(useTheme().breakpoints.down('sm'));
  const { data, isPending } = useQuery({
    queryKey: ['preview', record.url, record.modified, language],
    queryFn: () => readPage(record, language),
  });
  return (
    <Popup
      title={t('preview.title')}
      beside={
        <Toggle
          label={t('preview.language')}
          value={language}
          options={ownLanguageFirst().map((one) => [one, t(`language.${one}`)])}
          onValue={setLanguage}
        />
      }
      fullScreen={isPhone}
      maxWidth="lg"
      className="preview"
      onClose={onClose}
      close="action.close"
    >
      {hasUnsavedChanges && <Alert severity="info">{t('preview.unsaved')}</Alert>}
      {isPending && <LoadingBar />}
      {data && <iframe title={t('preview.title')} lang={language} sandbox="" srcDoc={data} />}
      {data === null && <Alert severity="info">{t('preview.none')}</Alert>}
    </Popup>
  );
}

/** The page of the record in this calendar; its own address may be that of a website, which a key must not be sent to. */
async function readPage({ url = '', translations }: CalendarRecord, language: Language): Promise<string | null> {
  const [kind = '', shown = ''] = new URL(url).pathname.split('/').slice(-2);
  const address = `${site}/${language}/${kind}/${translations?.[language]?.slug ?? shown}`;
  const headers = { Accept: 'text/html', Authorization: `Bearer ${currentKey()}` };
  const response = await fetch(address, { headers, redirect: 'manual' });
  if (!response.ok) return null;
  const html = (await response.text()).replaceAll(/<script\b.*?<\/script>/gis, '');
  // The addresses in the page are relative to its own. The sandbox refuses new windows, so that links lead nowhere.
  return html.replace(/<head[^>]*>/i, (head) => `${head}<base href="${address}" target="_blank">`);
}
