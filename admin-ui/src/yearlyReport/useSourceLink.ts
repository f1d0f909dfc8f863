import { REGISTRY } from '../layout/menuPages';
import { mayAccess } from '../providers/access';
import { useMe } from '../providers/useMe';

/** Where a figure leads, for who may list what it counts; undefined for others, who read the number alone. */
export function useSourceLink(): (source: string) => string | undefined {
  const me = useMe();
  return (source) => {
    const resource = source.startsWith(`${REGISTRY}?`) ? 'registry' : 'orders';
    return mayAccess(me, resource, 'list') ? source : undefined;
  };
}
