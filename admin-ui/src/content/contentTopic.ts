/** Everything below this is read anew after a change. */
export const CONTENT = 'content';

/** What is being written: never read anew by itself, so that a refused save takes nothing away. */
export const WRITING = 'contentWriting';
