/** What is to be made. The same plan gives the same rows. */
export interface Plan {
  readonly events: number;
  /** How many of a hundred events are of series; none where nothing is said. */
  readonly occurrences?: number;
  /** Another number gives other data. */
  readonly random: number;
  /** The day around which the events lie, three years back and three ahead; midnight in UTC. */
  readonly from: Date;
}

/** How many records a plan makes beside the events; the terms are as many as the lists name. */
export function placesOf({ events }: Plan): { venues: number; organizers: number; images: number } {
  const perHundred = Math.max(5, Math.ceil(events / 100));
  return { venues: perHundred, organizers: perHundred, images: Math.min(500, perHundred) };
}
