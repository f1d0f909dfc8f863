import type { Me, OfficePage, Permission, PortalPage, RoleName } from '../api/types';
import { useMessages } from '../messages/LocaleProvider';
import type { Messages } from '../messages/zh-CN';

/** Whether somebody may do it; guests may nothing that needs leave. */
export function holds(me: Pick<Me, 'authorities'> | null | undefined, code: Permission): boolean {
  return me?.authorities.includes(code) ?? false;
}

/** Pages of the back office that the menu offers somebody. A server of the version before says nothing of them. */
export function officePages(me: Pick<Me, 'pages'> | null | undefined): readonly OfficePage[] {
  return me?.pages?.office ?? [];
}

/** Whether the portal's menus offer a page. */
export function offers(me: Pick<Me, 'pages'> | null | undefined, page: PortalPage): boolean {
  return me?.pages?.portal.includes(page) ?? false;
}

/** What a role is called: those that every installation has by the messages, the others as they were named. */
export function useRoleName(): (role: RoleName) => string {
  const { role: names } = useMessages();
  return ({ id, name }) => name || ((names as Readonly<Record<string, string>>)[id] ?? id);
}

/** A server of the version before tells fewer of them. */
type OwnRoles = Pick<Me, 'role'> & Partial<Pick<Me, 'roleIds' | 'roles'>>;

/**
 * What the roles of whoever is signed in are called: as administrators named them, or by the messages. A server of the version
 * before tells only ids, which nobody reads.
 */
export function ownRoleNames({ role, roleIds, roles }: OwnRoles, m: Messages): string {
  const builtIn: Readonly<Record<string, string>> = m.role;
  const held = roles ?? (roleIds ?? [role]).map((id) => ({ id, name: '' }));
  const names = held.map(({ id, name }) => name || (builtIn[id] ?? m.account.customRole));
  return [...new Set(names)].join(m.common.listComma);
}
