import { type Permission, useMessages } from '@scenedock/ui-kit';

/** The permissions that a role had or was given, as its record keeps them: codes between blanks. */
const codesOf = (text: string): string[] => text.split(/[\s,]+/).filter((code) => code !== '');

/** The names of permissions that a record keeps by their codes. */
export function usePermissionNames() {
  const { permission } = useMessages();
  return (text: string): string[] =>
    codesOf(text).map((code) => permission[code as Permission] ?? code);
}

/** Which permissions a change brought and which it took, by name. */
export function usePermissionChange() {
  const namesOf = usePermissionNames();
  return (before: string, after: string) => {
    const was = namesOf(before);
    const is = namesOf(after);
    return {
      added: is.filter((name) => !was.includes(name)),
      removed: was.filter((name) => !is.includes(name)),
    };
  };
}
