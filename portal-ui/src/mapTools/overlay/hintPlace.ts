import { createContext, use } from 'react';

/** Where the hint of the tool in use stands: under the tools. */
export const HintPlaceContext = createContext<HTMLElement | null>(null);

export const useHintPlace = () => use(HintPlaceContext);
