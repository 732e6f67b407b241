import { TextField } from '@mui/material';
import { type ReactNode, useState } from 'react';

interface Props {
  readonly label: string;
  readonly value: number;
  /** The unit, after the number. */
  readonly unit?: ReactNode;
  readonly onValue: (value: number) => void;
}

/** A number from 1 on. While the input is empty, the last number holds; it comes back when the input is left so. */
export function WholeNumber({ label, value, unit, onValue }: Props) {
  const [typed, setTyped] = useState<string>();
  const change = (text: string) => {
    setTyped(text);
    if (/^[1-9]\d*$/.test(text)) onValue(Number(text));
  };
  return (
    <TextField
      label={label}
      type="number"
      value={typed ?? value}
      onChange={(event) => change(event.target.value)}
      onBlur={() => setTyped(undefined)}
      slotProps={{ htmlInput: { min: 1 }, input: { endAdornment: unit } }}
    />
  );
}
