import { useAdminMessages } from '../i18n/useAdminMessages';
import { ChoiceFilter, FindFilter, ListFilters } from '../parts/list/ListFilters';
import { ERROR_CLASSES, HELD, TASK_KINDS, TASK_STATES, TEXTS } from './taskConditions';

/** Narrows the list; the address keeps it. */
export function TaskFilters() {
  const { tasks: m, monitor } = useAdminMessages();
  const choice = (
    name: 'state' | 'kind' | 'errorClass' | 'held',
    choices: readonly string[],
    words: Readonly<Record<string, string>>,
  ) => (
    <ChoiceFilter
      source={name}
      label={m.filters[name]}
      width={FIELD}
      any={m.any}
      choices={choices.map((id) => ({ id, name: words[id] ?? id }))}
    />
  );
  return (
    <ListFilters sx={{ p: 1.5 }}>
      {choice('state', TASK_STATES, m.states)}
      {choice('kind', TASK_KINDS, monitor.kind)}
      {choice('errorClass', ERROR_CLASSES, m.classes)}
      {choice('held', HELD, m.helds)}
      {TEXTS.map((name) => (
        <FindFilter key={name} source={name} label={m.filters[name]} width={FIELD} />
      ))}
    </ListFilters>
  );
}

const FIELD = { xs: 'calc(50% - 4px)', sm: 150 };
