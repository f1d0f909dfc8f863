import CloudOff from '@mui/icons-material/CloudOff';
import Inbox from '@mui/icons-material/Inbox';
import LockOutlined from '@mui/icons-material/LockOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import type { Permission } from '../api/types';
import { useMessages } from '../messages/LocaleProvider';
import { ink } from '../tokens';

function Centre({ children, role }: { children: ReactNode; role?: 'status' | 'alert' }) {
  return (
    <Box
      role={role}
      sx={{
        display: 'flex',
        flexDirection: 'column',
        alignItems: 'center',
        gap: 1,
        py: 5,
        px: 2,
        color: 'text.secondary',
        textAlign: 'center',
      }}
    >
      {children}
    </Box>
  );
}

export function Loading({ label }: { label?: string }) {
  const m = useMessages();
  const text = label ?? m.common.loading;
  return (
    <Centre role="status">
      <CircularProgress size={28} aria-label={text} />
      <Typography variant="body2">{text}</Typography>
    </Centre>
  );
}

type EmptyProps = { title?: string; hint?: string; action?: ReactNode };

/** Nothing to show: say why and what to do next. */
export function EmptyState({ title, hint, action }: EmptyProps) {
  const m = useMessages();
  return (
    <Centre role="status">
      <Inbox sx={{ fontSize: 40, color: ink.bar }} />
      <Typography sx={{ color: 'text.primary' }}>{title ?? m.common.empty}</Typography>
      {hint === undefined ? null : <Typography variant="body2">{hint}</Typography>}
      {action}
    </Centre>
  );
}

/** The message to show for whatever was thrown: the server's words where it refused, whichever client asked it. */
export function errorText(error: unknown, fallback: string): string {
  const refusal = error instanceof Error && 'status' in error;
  return refusal && error.message !== '' ? error.message : fallback;
}

/** Where a refusal keeps the permissions of which one would do: in itself, or in the body that another client hung onto it. */
function permissionsNeeded(error: object): readonly Permission[] {
  const own: unknown = 'needs' in error ? error.needs : undefined;
  const body: unknown = 'body' in error ? error.body : undefined;
  const hung = typeof body === 'object' && body !== null && 'needs' in body ? body.needs : [];
  return (Array.isArray(own) ? own : Array.isArray(hung) ? hung : []) as readonly Permission[];
}

/** Not for this person: which permission it needs, and who gives it. Trying again would not help. */
function DeniedState({ error }: { error: object }) {
  const m = useMessages();
  const needed = permissionsNeeded(error).map((code) => m.permission[code] ?? code);
  return (
    <Centre role="status">
      <LockOutlined sx={{ fontSize: 40, color: ink.bar }} />
      <Typography sx={{ color: 'text.primary' }}>{m.denied.title}</Typography>
      <Typography variant="body2">
        {needed.length === 0 ? m.denied.unknown : m.denied.needs(needed.join(m.denied.or))}
      </Typography>
      <Typography variant="body2">{m.denied.ask}</Typography>
    </Centre>
  );
}

const isDenied = (error: unknown): error is object =>
  error instanceof Error && 'status' in error && Number(error.status) === 403;

export function ErrorState({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const m = useMessages();
  if (isDenied(error)) return <DeniedState error={error} />;
  return (
    <Centre role="alert">
      <CloudOff sx={{ fontSize: 40, color: ink.bar }} />
      <Typography sx={{ color: 'text.primary' }}>{m.common.loadFailed}</Typography>
      <Typography variant="body2">{errorText(error, m.common.failure)}</Typography>
      {onRetry === undefined ? null : (
        <Button variant="outlined" onClick={onRetry}>
          {m.common.retry}
        </Button>
      )}
    </Centre>
  );
}

type QueryResultProps<T> = {
  query: { data: T | undefined; error: unknown; refetch: () => unknown };
  /** Stands here until there is an answer. */
  waiting?: ReactNode;
  /** Stands here where the answer is a list, or has `items`, and there are none. */
  empty?: ReactNode;
  children: (data: T) => ReactNode;
};

function hasNone(data: unknown): boolean {
  if (Array.isArray(data)) return data.length === 0;
  const items: unknown =
    typeof data === 'object' && data !== null && 'items' in data ? data.items : undefined;
  return Array.isArray(items) && items.length === 0;
}

/**
 * What a query answered. Until then it says that it loads; a failure is told with a way to try again, above what is
 * known from before, and a refusal in its place.
 */
export function QueryResult<T>({ query, waiting, empty, children }: QueryResultProps<T>) {
  const { data, error, refetch } = query;
  const failure = error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null;
  if (data === undefined || isDenied(error)) return failure ?? waiting ?? <Loading />;
  return (
    <>
      {failure}
      {empty !== undefined && hasNone(data) ? empty : children(data)}
    </>
  );
}
