import CopyIcon from '@mui/icons-material/ContentCopy';
import { Button, TextField } from '@mui/material';
import { useRef, useState } from 'react';
import { useTranslate } from 'react-admin';

interface Props {
  readonly label: string;
  readonly text: string;
  /** The text of the button. */
  readonly copy: string;
}

/** A text to pass on, with a button that copies it. */
export function Copyable({ label, text, copy }: Props) {
  const t = useTranslate();
  const input = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<'copied' | 'selected'>();
  const onCopy = async () => {
    // Browsers have a clipboard only with https, which a calendar in an office may lack.
    const isCopied = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    );
    if (!isCopied) input.current?.select();
    setState(isCopied ? 'copied' : 'selected');
  };
  return (
    <div className="copyable">
      <TextField
        label={label}
        value={text}
        inputRef={input}
        onFocus={() => input.current?.select()}
        slotProps={{ htmlInput: { readOnly: true, spellCheck: false } }}
      />
      <Button variant="contained" startIcon={<CopyIcon />} onClick={() => void onCopy()}>
        {copy}
      </Button>
      <span role="status">{state && t(`people.${state}`)}</span>
    </div>
  );
}
