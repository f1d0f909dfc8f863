import { useEffect, useState } from 'react';
import type { Application } from '../application/rules';

type StoredDraft = Pick<Application, 'form' | 'papers'>;

function read(key: string): StoredDraft | null {
  const text = sessionStorage.getItem(key);
  return text === null ? null : (JSON.parse(text) as StoredDraft);
}

/** A new application that outlives a reload and signing in again, until it is sent. */
export function useKeptDraft(key: string, fresh: Application) {
  const [application, setApplication] = useState<Application>(() => ({ ...fresh, ...read(key) }));
  const { form, papers } = application;
  useEffect(() => {
    sessionStorage.setItem(key, JSON.stringify({ form, papers }));
  }, [key, form, papers]);
  return { application, setApplication, forget: () => sessionStorage.removeItem(key) };
}
