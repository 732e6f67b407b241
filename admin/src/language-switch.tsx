import { Button } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useLocaleState } from 'react-admin';
import { keepOpenForm } from './record/kept-copy';
import { other } from './session';

/** A button with the name of the other language. */
export function LanguageSwitch() {
  const [locale, setLocale] = useLocaleState();
  const queries = useQueryClient();
  const language = other(locale === 'fr' ? 'fr' : 'en');
  return (
    <Button
      size="small"
      color="inherit"
      lang={language}
      onClick={() => {
        keepOpenForm();
        void Promise.resolve(setLocale(language)).then(() => queries.invalidateQueries());
      }}
    >
      {language === 'en' ? 'English' : 'Français'}
    </Button>
  );
}
