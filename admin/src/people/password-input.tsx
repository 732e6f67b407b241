import HideIcon from '@mui/icons-material/VisibilityOffOutlined';
import ShowIcon from '@mui/icons-material/VisibilityOutlined';
import { IconButton, InputAdornment } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { Input } from './plain-form';

interface Props {
  readonly name?: string;
  readonly label: string;
  /** Whether it is a new one, for which password managers offer one. */
  readonly isNew?: boolean;
  readonly required?: boolean;
  readonly autoFocus?: boolean;
  readonly helperText?: string;
}

/** A password, or a key. A new one is entered once: it can be shown, and a password manager fills in one input only. */
export function PasswordInput({ name = 'password', isNew = false, required = true, helperText, ...props }: Props) {
  const t = useTranslate();
  const [isShown, setShown] = useState(false);
  const button = (
    <InputAdornment position="end">
      <IconButton edge="end" aria-label={t(isShown ? 'people.hide' : 'people.show')} onClick={() => setShown(!isShown)}>
        {isShown ? <HideIcon /> : <ShowIcon />}
      </IconButton>
    </InputAdornment>
  );
  return (
    <Input
      {...props}
      name={name}
      type={isShown ? 'text' : 'password'}
      required={required}
      autoComplete={isNew ? 'new-password' : 'current-password'}
      helperText={helperText ?? (isNew ? t('people.passwordHelp') : undefined)}
      slotProps={{
        input: { endAdornment: button },
        htmlInput: { autoCapitalize: 'none', spellCheck: false, ...(isNew && { minLength: 12, maxLength: 200 }) },
      }}
    />
  );
}
