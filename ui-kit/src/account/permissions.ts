import type { Me, Permission, RoleName } from '../api/types';
import { useMessages } from '../messages/LocaleProvider';

/** Whether somebody may do it; guests may nothing that needs leave. */
export function holds(me: Pick<Me, 'authorities'> | null | undefined, code: Permission): boolean {
  return me?.authorities.includes(code) ?? false;
}

/** What a role is called: those that every installation has by the messages, the others as they were named. */
export function useRoleName(): (role: RoleName) => string {
  const { role: names } = useMessages();
  return ({ id, name }) => name || ((names as Readonly<Record<string, string>>)[id] ?? id);
}
