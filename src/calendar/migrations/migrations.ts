import { type MigrationInterface } from 'typeorm';
import { Calendar1790000000000 } from './1790000000000-calendar.js';
import { FormerSlugs1790000200000 } from './1790000200000-former-slugs.js';
import { EventStates1790000300000 } from './1790000300000-event-states.js';
import { ImageAlts1790000310000 } from './1790000310000-image-alts.js';
import { KeyLimits1790000320000 } from './1790000320000-key-limits.js';
import { VenueCities1790000325000 } from './1790000325000-venue-cities.js';
import { EventPrices1790000330000 } from './1790000330000-event-prices.js';
import { CalendarIdentity1790000340000 } from './1790000340000-calendar-identity.js';
import { Series1790000400000 } from './1790000400000-series.js';
import { LongExternalIds1790000410000 } from './1790000410000-long-external-ids.js';
import { PlainLists1790000500000 } from './1790000500000-plain-lists.js';
import { TermsModified1790000510000 } from './1790000510000-terms-modified.js';
import { FreeCosts1790000520000 } from './1790000520000-free-costs.js';
import { FieldsPerLanguage1790000600000 } from './1790000600000-fields-per-language.js';
import { TranslationStates1790000610000 } from './1790000610000-translation-states.js';
import { RecordChanges1790000700000 } from './1790000700000-record-changes.js';
import { PublicRecords1790000710000 } from './1790000710000-public-records.js';
import { Webhooks1790000720000 } from './1790000720000-webhooks.js';
import { SearchTextsByRow1790000730000 } from './1790000730000-search-texts-by-row.js';
import { ImportedRecords1790000810000 } from './1790000810000-imported-records.js';
import { PublicChanges1790000840000 } from './1790000840000-public-changes.js';
import { BaseValues1790000850000 } from './1790000850000-base-values.js';
import { PreviousStarts1790000860000 } from './1790000860000-previous-starts.js';
import { DisabledAccounts1790000865000 } from './1790000865000-disabled-accounts.js';
import { UploadedImages1790000890000 } from './1790000890000-uploaded-images.js';
import { LastWriters1790000905000 } from './1790000905000-last-writers.js';
import { Revisions1790000910000 } from './1790000910000-revisions.js';
import { FileNamesOfUploads1790000925000 } from './1790000925000-file-names-of-uploads.js';
import { FormerNames1790000935000 } from './1790000935000-former-names.js';
import { TranslationSources1790000955000 } from './1790000955000-translation-sources.js';
import { FormerSeries1790000945000 } from './1790000945000-former-series.js';
import { CostsPerLanguage1790000965000 } from './1790000965000-costs-per-language.js';
import { ImageDetails1790000975000 } from './1790000975000-image-details.js';
import { People1790001000000 } from './1790001000000-people.js';
import { Reviews1790001010000 } from './1790001010000-reviews.js';
import { Submissions1790001020000 } from './1790001020000-submissions.js';
import { Mails1790001030000 } from './1790001030000-mails.js';
import { SingleSignOn1790001040000 } from './1790001040000-single-sign-on.js';
import { SearchWords1790000985000 } from './1790000985000-search-words.js';
import { WordUpkeep1790000990000 } from './1790000990000-word-upkeep.js';
import { FormerMigrations1790000880000 } from './1790000880000-former-migrations.js';
import { TokenSecret1790000885000 } from './1790000885000-token-secret.js';

/** Every migration of the service itself, oldest first. The number in the class name orders them; those of extensions stand beside these. */
export const migrations: (new () => MigrationInterface)[] = [
  Calendar1790000000000,
  FormerSlugs1790000200000,
  EventStates1790000300000,
  ImageAlts1790000310000,
  KeyLimits1790000320000,
  VenueCities1790000325000,
  EventPrices1790000330000,
  CalendarIdentity1790000340000,
  Series1790000400000,
  LongExternalIds1790000410000,
  PlainLists1790000500000,
  TermsModified1790000510000,
  FreeCosts1790000520000,
  FieldsPerLanguage1790000600000,
  TranslationStates1790000610000,
  RecordChanges1790000700000,
  PublicRecords1790000710000,
  Webhooks1790000720000,
  SearchTextsByRow1790000730000,
  ImportedRecords1790000810000,
  PublicChanges1790000840000,
  BaseValues1790000850000,
  PreviousStarts1790000860000,
  DisabledAccounts1790000865000,
  FormerMigrations1790000880000,
  TokenSecret1790000885000,
  UploadedImages1790000890000,
  LastWriters1790000905000,
  Revisions1790000910000,
  FileNamesOfUploads1790000925000,
  FormerNames1790000935000,
  FormerSeries1790000945000,
  TranslationSources1790000955000,
  CostsPerLanguage1790000965000,
  ImageDetails1790000975000,
  SearchWords1790000985000,
  WordUpkeep1790000990000,
  People1790001000000,
  Reviews1790001010000,
  Submissions1790001020000,
  Mails1790001030000,
  SingleSignOn1790001040000,
];
