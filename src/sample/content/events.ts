import { type SampleEvent } from './sample-records.js';
import { communityEvents, unlistedEvents } from './community.js';
import { festivalEvents } from './festival.js';
import { stageEvents } from './stage.js';
import { weeklyEvents } from './weekly.js';

/** All events of the sample; a parent stands before its children. */
export const EVENTS: readonly SampleEvent[] = [
  ...weeklyEvents,
  ...stageEvents,
  ...festivalEvents,
  ...communityEvents,
  ...unlistedEvents,
];
