import { useFormState } from 'react-hook-form';
import { LeaveQuestion } from '../LeaveQuestion';

/** Asks whoever leaves while the form around it holds what is not saved; not once it is over. */
export function UnsavedQuestion({ text, over }: { text: string; over: boolean }) {
  const { isDirty } = useFormState();
  return <LeaveQuestion unsaved={isDirty && !over} text={text} />;
}
