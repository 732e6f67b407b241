import { type CSSProperties } from 'react';
import { type Schemas } from '../api';

type Focus = Schemas['Focus'];

/** The part of a side, in per cent. */
export const percent = (part: number): number => Math.round(part * 100);

/** The style of a cropped picture, in which the focal point stays visible. */
export const croppedAt = (focus: Focus | null | undefined): CSSProperties | undefined =>
  focus ? { objectPosition: `${percent(focus.x)}% ${percent(focus.y)}%` } : undefined;
