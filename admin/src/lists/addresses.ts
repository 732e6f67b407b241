/** The list of events under a filter. */
export const listAddress = (filter: object): string =>
  `/events?${new URLSearchParams({ filter: JSON.stringify(filter), page: '1' }).toString()}`;

/** The form of a new event on a day. */
export const newEventAddress = (day: string): string => `/events/create?start=${day}`;
