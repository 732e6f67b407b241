import { Button, Typography } from '@mui/material';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { useTranslate } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { croppedAt, percent } from './cropped-at';
import { type StoredImage } from './image-grid';

type Focus = NonNullable<StoredImage['focus']>;

const MIDDLE: Focus = { x: 0.5, y: 0.5 };

/** The part of the side by which an arrow key moves the point, and with Shift. */
const STEP = 0.02;
const LONG_STEP = 0.1;

const DIRECTIONS: Readonly<Record<string, Focus>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

const within = (part: number): number => Math.round(Math.min(1, Math.max(0, part)) * 100) / 100;

interface Props {
  readonly image: StoredImage;
  readonly isReadOnly: boolean;
}

/** A picture on which one chooses its focal point, by a click or with the arrow keys, and how lists crop it then. */
export function FocalPoint({ image, isReadOnly }: Props) {
  const t = useTranslate();
  const { setValue } = useFormContext();
  const focus = useWatch({ name: 'focus' }) as Focus | null;
  const picture = useRef<HTMLDivElement>(null);
  const { x, y } = focus ?? MIDDLE;
  const set = (next: Focus | null) => setValue('focus', next, { shouldDirty: true });
  const point = (event: PointerEvent) => {
    const { clientX, clientY, buttons, type } = event;
    if (isReadOnly || buttons !== 1 || !picture.current) return;
    // The browser would select the picture, or drag it.
    if (type === 'pointerdown') event.preventDefault();
    const { left, top, width, height } = picture.current.getBoundingClientRect();
    set({ x: within((clientX - left) / width), y: within((clientY - top) / height) });
    if (type === 'pointerdown') picture.current.querySelector<HTMLElement>('[role=slider]')?.focus();
  };
  const move = (event: KeyboardEvent) => {
    const direction = DIRECTIONS[event.key];
    if (isReadOnly || !direction) return;
    event.preventDefault();
    const step = event.shiftKey ? LONG_STEP : STEP;
    set({ x: within(x + step * direction.x), y: within(y + step * direction.y) });
  };
  const source = image.sizes?.medium.url ?? image.url;
  const shown = <img src={source} alt="" referrerPolicy="no-referrer" draggable={false} />;
  return (
    <div className="focal-point">
      <div
        ref={picture}
        className={isReadOnly ? 'focal-picture' : 'focal-picture changeable'}
        onPointerDown={point}
        onPointerMove={point}
      >
        {shown}
        {!isReadOnly && (
          <span
            className="focal-mark"
            style={{ left: `${x * 100}%`, top: `${y * 100}%` }}
            role="slider"
            tabIndex={0}
            aria-label={t('image.focus')}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={percent(x)}
            aria-valuetext={t('image.focusAt', { x: percent(x), y: percent(y) })}
            aria-describedby="focal-help"
            onKeyDown={move}
          />
        )}
      </div>
      {!isReadOnly && (
        <Typography id="focal-help" variant="body2" color="text.secondary">
          {t('image.focusHelp')}
        </Typography>
      )}
      <div className="focal-crops">
        <span>{t('image.crops')}</span>
        {['wide', 'narrow'].map((shape) => (
          <img
            key={shape}
            className={shape}
            src={source}
            alt=""
            referrerPolicy="no-referrer"
            style={croppedAt(focus)}
          />
        ))}
        {focus && !isReadOnly && <Button onClick={() => set(null)}>{t('image.focusMiddle')}</Button>}
      </div>
    </div>
  );
}
