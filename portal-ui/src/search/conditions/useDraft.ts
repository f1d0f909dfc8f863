import { useEffect, useRef, useState } from 'react';
import { type Criteria, changedCriteria } from '../searchState';

/** What is typed and not yet searched for; what changes elsewhere (a facet, a drawing, Back) comes into it. */
export function useDraft(criteria: Criteria) {
  const [draft, setDraft] = useState(criteria);
  const known = useRef(criteria);
  useEffect(() => {
    // An area drawn on the map must not take back what was typed.
    const fresh = changedCriteria(known.current, criteria);
    known.current = criteria;
    setDraft((old) => ({ ...old, ...fresh }));
  }, [criteria]);
  const edit = (part: Partial<Criteria>) => setDraft((old) => ({ ...old, ...part }));
  return { draft, setDraft, edit };
}
