import { useSearchParams } from 'react-router-dom';

/** Which one of a list is open beside it, kept in the address under this name. */
export function useOpenOne(name: string) {
  const [params, setParams] = useSearchParams();
  return {
    openId: params.get(name),
    open: (id: string | null) =>
      setParams(
        (now) => {
          const next = new URLSearchParams(now);
          if (id === null) next.delete(name);
          else next.set(name, id);
          return next;
        },
        { replace: id === null },
      ),
  };
}
