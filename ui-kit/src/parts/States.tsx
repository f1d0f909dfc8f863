import CloudOff from '@mui/icons-material/CloudOff';
import Inbox from '@mui/icons-material/Inbox';
import LockOutlined from '@mui/icons-material/LockOutlined';
import SearchOff from '@mui/icons-material/SearchOff';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import type { Permission } from '../api/types';
import { useMessages } from '../messages/LocaleProvider';
import { ink, tokens } from '../tokens';

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
      <Inbox sx={{ fontSize: tokens.icon.state, color: ink.bar }} />
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

/** The code of a refusal: in itself, or in the body that another client hung onto it. */
function codeOf(error: object): string {
  const own: unknown = 'code' in error ? error.code : undefined;
  const body: unknown = 'body' in error ? error.body : undefined;
  const hung = typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined;
  return String(own ?? hung ?? '');
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
      <LockOutlined sx={{ fontSize: tokens.icon.state, color: ink.bar }} />
      <Typography sx={{ color: 'text.primary' }}>{m.denied.title}</Typography>
      <Typography variant="body2">
        {needed.length === 0 ? m.denied.unknown : m.denied.needs(needed.join(m.denied.or))}
      </Typography>
      <Typography variant="body2">{m.denied.ask}</Typography>
    </Centre>
  );
}

type NotFoundProps = {
  /** What there is none of. */
  title?: string | undefined;
  /** The way back to where there are some. */
  back?: ReactNode;
};

/** An id or address of nothing. Trying again would not help; there is a way back. */
export function NotFoundState({ title, back }: NotFoundProps) {
  const { notThere: m } = useMessages();
  return (
    <Centre role="status">
      <SearchOff sx={{ fontSize: tokens.icon.state, color: ink.bar }} />
      <Typography sx={{ color: 'text.primary' }}>{title ?? m.title}</Typography>
      <Typography variant="body2">{m.hint}</Typography>
      {back}
    </Centre>
  );
}

const refusedWith = (error: unknown, status: number): error is Error =>
  error instanceof Error && 'status' in error && Number(error.status) === status;

const isDenied = (error: unknown) => refusedWith(error, 403);
/** Codes of other kinds say that something is not there yet, or no longer. */
const isMissing = (error: unknown) =>
  refusedWith(error, 404) && codeOf(error).startsWith('not_found');

type ErrorProps = {
  /** Null: a failure of which no more is known. */
  error: unknown;
  onRetry?: () => void;
  /** The way back, from what does not exist. */
  back?: ReactNode;
};

/** Why something cannot be shown: refused, not there, or failed, with what can be done about it. */
export function ErrorState({ error, onRetry, back }: ErrorProps) {
  const m = useMessages();
  if (refusedWith(error, 403)) return <DeniedState error={error} />;
  if (isMissing(error))
    return <NotFoundState title={errorText(error, m.notThere.title)} back={back} />;
  return (
    <Centre role="alert">
      <CloudOff sx={{ fontSize: tokens.icon.state, color: ink.bar }} />
      <Typography sx={{ color: 'text.primary' }}>{m.common.loadFailed}</Typography>
      {error === null ? null : (
        <Typography variant="body2">{errorText(error, m.common.failure)}</Typography>
      )}
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
  /** Stands here where the answer is a list, or has `items`, and there are none: on no page, where there is a `total`. */
  empty?: ReactNode;
  /** The way back, where the server says that there is no such thing. */
  back?: ReactNode;
  children: (data: T) => ReactNode;
};

function hasNone(data: unknown): boolean {
  if (Array.isArray(data)) return data.length === 0;
  if (typeof data !== 'object' || data === null || !('items' in data)) return false;
  const total = 'total' in data && typeof data.total === 'number' ? data.total : 0;
  return Array.isArray(data.items) && data.items.length === 0 && total === 0;
}

/**
 * What a query answered. Until then it says that it loads; a failure is told with a way to try again, above what is
 * known from before; a refusal, and that there is no such thing, in its place.
 */
export function QueryResult<T>({ query, waiting, empty, back, children }: QueryResultProps<T>) {
  const { data, error, refetch } = query;
  const failure = error ? (
    <ErrorState error={error} onRetry={() => void refetch()} back={back} />
  ) : null;
  if (data === undefined || isDenied(error) || isMissing(error))
    return failure ?? waiting ?? <Loading />;
  return (
    <>
      {failure}
      {empty !== undefined && hasNone(data) ? empty : children(data)}
    </>
  );
}
