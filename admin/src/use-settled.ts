import { useEffect, useState } from 'react';

/** A text once it has not changed for a number of milliseconds; until then the one before, at first `initial`. */
export function useSettled(text: string, pause: number, initial = text): string {
  const [settled, setSettled] = useState(initial);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause);
    return () => clearTimeout(timer);
  }, [text, pause]);
  return settled;
}
