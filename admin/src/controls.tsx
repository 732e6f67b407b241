import * as Mui from '@mui/material';
import { type ReactNode } from 'react';
import { useTranslate } from 'react-admin';

interface PopupProps extends Omit<Mui.DialogProps, 'open' | 'onClose'> {
  readonly title: string;
  /** An element beside the title. */
  readonly beside?: ReactNode;
  /** The buttons after the one that closes it. */
  readonly actions?: ReactNode;
  readonly close?: string;
  readonly onClose?: () => void;
}

/** A dialog. `maxWidth` makes it as wide as that, where the window allows. `className` is the class of its content. */
export function Popup({ title, beside, actions, close = 'action.cancel', className, children, ...dialog }: PopupProps) {
  const t = useTranslate();
  return (
    <Mui.Dialog open fullWidth={dialog.maxWidth !== undefined} {...dialog}>
      <Mui.DialogTitle className={beside ? 'page-head' : undefined}>
        {title}
        {beside}
      </Mui.DialogTitle>
      <Mui.DialogContent className={className}>{children}</Mui.DialogContent>
      <Mui.DialogActions>
        {dialog.onClose && <Mui.Button onClick={dialog.onClose}>{t(close)}</Mui.Button>}
        {actions}
      </Mui.DialogActions>
    </Mui.Dialog>
  );
}

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly (readonly [value: T, text: string])[];
  readonly onValue: (value: T) => void;
}

/** A list from which one is chosen, outside of forms. */
export function Select<T extends string>({
  options,
  onValue,
  ...props
}: ChoiceProps<T> & Omit<Mui.TextFieldProps, 'select'>) {
  return (
    <Mui.TextField select {...props} onChange={(event) => onValue(event.target.value as T)}>
      {options.map(([value, text]) => (
        <Mui.MenuItem key={value} value={value}>
          {text}
        </Mui.MenuItem>
      ))}
    </Mui.TextField>
  );
}

/** A choice of which all options can be seen. */
export function Toggle<T extends string>({ label, value, options, onValue }: ChoiceProps<T>) {
  return (
    <Mui.ToggleButtonGroup
      exclusive
      size="small"
      aria-label={label}
      value={value}
      onChange={(_event, next: T | null) => next && onValue(next)}
    >
      {options.map(([option, text]) => (
        <Mui.ToggleButton key={option} value={option}>
          {text}
        </Mui.ToggleButton>
      ))}
    </Mui.ToggleButtonGroup>
  );
}
