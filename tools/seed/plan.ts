/** The input of the generator. The same plan always gives the same rows. */
export interface Plan {
  readonly events: number;
  /** Percentage of events that are occurrences of series; 0 by default. */
  readonly occurrences?: number;
  /** The seed of the random numbers. */
  readonly random: number;
  /** The middle of the six years in which events take place; midnight in UTC. */
  readonly from: Date;
}

/** The numbers of other records that a plan generates. Categories and tags are those of the vocabulary. */
export function recordCountsOf({ events }: Plan): { venues: number; organizers: number; images: number } {
  const perHundred = Math.max(5, Math.ceil(events / 100));
  return { venues: perHundred, organizers: perHundred, images: Math.min(500, perHundred) };
}
