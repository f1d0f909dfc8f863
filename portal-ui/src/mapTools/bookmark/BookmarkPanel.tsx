import BookmarkBorder from '@mui/icons-material/BookmarkBorder';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { type Bookmark, EmptyState, QueryResult } from '@scenedock/ui-kit';
import { useState } from 'react';
import { Link } from 'react-router';
import { useSignInLink } from '../../session/useEntrance';
import { useToolMessages } from '../messages/useToolMessages';
import { BookmarkName } from './BookmarkName';
import { useBookmarks } from './useBookmarks';

type Props = {
  /** What a bookmark of now would hold, without its name. */
  now: () => Omit<Bookmark, 'id' | 'name'>;
  onRestore: (bookmark: Bookmark) => void;
};

function Guest() {
  const m = useToolMessages();
  const signInLink = useSignInLink();
  return (
    <EmptyState
      title={m.bookmarks.guest}
      action={
        <Button data-autofocus variant="contained" component={Link} {...signInLink}>
          {m.bookmarks.signIn}
        </Button>
      }
    />
  );
}

type RowProps = { bookmark: Bookmark; busy: boolean; onGo: () => void; onRemove: () => void };

function BookmarkRow({ bookmark, busy, onGo, onRemove }: RowProps) {
  const m = useToolMessages();
  const { name, wkt } = bookmark;
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'center' }}>
      <ButtonBase
        aria-label={m.bookmarks.go(name)}
        onClick={onGo}
        sx={{
          flex: 1,
          minWidth: 0,
          justifyContent: 'flex-start',
          gap: 1,
          px: 0.5,
          py: 0.75,
          borderRadius: 1,
          '&:hover, &:focus-visible': { bgcolor: 'action.hover' },
        }}
      >
        <BookmarkBorder fontSize="small" color="primary" />
        <Typography variant="body2" noWrap title={name}>
          {name}
        </Typography>
        {wkt === null ? null : (
          <Typography variant="caption" color="textSecondary" noWrap sx={{ flex: 'none' }}>
            {m.bookmarks.withArea}
          </Typography>
        )}
      </ButtonBase>
      <Tooltip title={m.common.delete}>
        <span>
          <IconButton aria-label={m.bookmarks.remove(name)} disabled={busy} onClick={onRemove}>
            <DeleteOutlined fontSize="small" />
          </IconButton>
        </span>
      </Tooltip>
    </Box>
  );
}

/** Places to come back to, each with its view, area and layers. */
export function BookmarkPanel({ now, onRestore }: Props) {
  const m = useToolMessages();
  const { signedIn, query, bookmarks, add, remove } = useBookmarks();
  const [naming, setNaming] = useState(false);
  if (!signedIn) return <Guest />;
  const list = (
    <Box
      component="ul"
      aria-label={m.bookmarks.title}
      sx={{ m: 0, p: 0, listStyle: 'none', overflowY: 'auto', maxHeight: 320 }}
    >
      {bookmarks.map((bookmark) => (
        <BookmarkRow
          key={bookmark.id}
          bookmark={bookmark}
          busy={remove.isPending}
          onGo={() => onRestore(bookmark)}
          onRemove={() => remove.mutate(bookmark.id)}
        />
      ))}
    </Box>
  );
  return (
    <Stack spacing={1} sx={{ minHeight: 0 }}>
      <QueryResult
        query={query}
        empty={<EmptyState title={m.bookmarks.empty} hint={m.bookmarks.emptyHint} />}
      >
        {() => list}
      </QueryResult>
      {query.data === undefined ? null : naming ? (
        <BookmarkName
          taken={new Set(bookmarks.map(({ name }) => name))}
          busy={add.isPending}
          error={add.error}
          onName={(name) => add.mutate({ name, ...now() }, { onSuccess: () => setNaming(false) })}
          onChange={add.reset}
          onCancel={() => setNaming(false)}
        />
      ) : (
        <Button data-autofocus variant="outlined" onClick={() => setNaming(true)}>
          {m.bookmarks.add}
        </Button>
      )}
    </Stack>
  );
}
