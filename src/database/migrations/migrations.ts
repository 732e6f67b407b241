import { type MigrationInterface } from 'typeorm';
import { Calendar1790000000000 } from './1790000000000-calendar.js';
import { FormerSlugs1790000200000 } from './1790000200000-former-slugs.js';
import { ImageAlts1790000310000 } from './1790000310000-image-alts.js';
import { KeyLimits1790000320000 } from './1790000320000-key-limits.js';
import { Series1790000400000 } from './1790000400000-series.js';

/** Every migration, oldest first. The number in the class name orders them. */
export const migrations: (new () => MigrationInterface)[] = [
  Calendar1790000000000,
  FormerSlugs1790000200000,
  ImageAlts1790000310000,
  KeyLimits1790000320000,
  Series1790000400000,
];
