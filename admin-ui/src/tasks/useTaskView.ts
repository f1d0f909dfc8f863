import { useSearchParams } from 'react-router-dom';

const VIEWS = ['list', 'failures', 'attempts'] as const;

export type TaskView = (typeof VIEWS)[number];

/** Which view of the tasks is shown, kept in the page's address. */
export function useTaskView() {
  const [params, setParams] = useSearchParams();
  const view = VIEWS.find((one) => one === params.get('view')) ?? 'list';
  return {
    view,
    turnTo: (next: TaskView) => setParams(next === 'list' ? {} : { view: next }),
  };
}
