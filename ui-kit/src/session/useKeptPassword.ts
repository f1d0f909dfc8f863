import { useEffect, useRef, useState } from 'react';
import { ApiError, isAnswer } from '../api/client';
import { reach, useAnswers } from './reach';

/** Whether a call failed because nobody answered it. A server that refuses by the status of a proxy gives a reason. */
export const isSilence = (error: unknown) =>
  error instanceof ApiError &&
  (error.status === 0 || (!isAnswer(error.status) && error.code === ''));

/**
 * Keeps a password that was submitted to a server which is away, and submits it again as soon as the server answers. One that
 * has been changed meanwhile may be half a password: it waits for its person.
 */
export function useKeptPassword(password: string, submit: () => void) {
  const answers = useAnswers();
  const [kept, setKept] = useState<{ password: string; answers: number } | null>(null);
  const isKept = kept?.password === password;
  const latest = useRef(submit);
  useEffect(() => {
    latest.current = submit;
  });
  useEffect(() => {
    if (kept === null || kept.answers === answers) return;
    setKept(null);
    if (isKept) latest.current();
  }, [kept, answers, isKept]);
  return { isKept, keep: () => setKept({ password, answers: reach.answers() }) };
}
