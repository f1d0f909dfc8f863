import { createContext } from 'react';

/** What time the charts of a page are about, in words; a picture that leaves the page says it. Empty: nothing to say. */
export const ChartTime = createContext('');
