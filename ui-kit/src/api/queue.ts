import { answer, type Signal, wire } from './client';

/** What an applicant may expect of the preparation. Apart from the other calls: a search has no use for it. */
export const queue = {
  get: (options: Signal = {}) => answer(wire.GET('/api/queue', options)),
};
