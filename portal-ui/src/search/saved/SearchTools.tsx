import BookmarkAddOutlined from '@mui/icons-material/BookmarkAddOutlined';
import History from '@mui/icons-material/History';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { CopyButton, useMessages } from '@scenedock/ui-kit';
import { lazy, Suspense, useState } from 'react';
import { useSignInFirst } from '../../session/useSignInFirst';
import { conditionCount, keptQuery, type SearchState } from '../searchState';
import { searchSummary } from '../searchWords';
import { useSearchNames } from '../useSearchNames';

const SearchesDialog = lazy(() => import('./SearchesDialog'));
const SaveDialog = lazy(() => import('./SaveDialog'));

type Props = { state: SearchState; onRestore: (query: string) => void };

/** Come back to an earlier search, keep this one, or pass it on. */
export function SearchTools({ state, onRestore }: Props) {
  const m = useMessages();
  const signInFirst = useSignInFirst();
  const names = useSearchNames(state.area, state.nodeIds);
  const [open, setOpen] = useState<'searches' | 'save' | null>(null);
  const nothing = conditionCount(state) === 0;
  const close = () => setOpen(null);
  return (
    <>
      <Tooltip title={m.find.searches}>
        <IconButton aria-label={m.find.searches} onClick={() => setOpen('searches')}>
          <History fontSize="small" />
        </IconButton>
      </Tooltip>
      <Tooltip title={nothing ? m.find.saveNothing : m.find.save}>
        <span>
          <IconButton
            aria-label={m.find.save}
            disabled={nothing}
            onClick={() => signInFirst(() => setOpen('save'))}
          >
            <BookmarkAddOutlined fontSize="small" />
          </IconButton>
        </span>
      </Tooltip>
      <CopyButton text={window.location.href} name={m.find.copyLinkName} />
      <Suspense>
        {open === 'searches' ? <SearchesDialog onClose={close} onPick={onRestore} /> : null}
        {open === 'save' ? (
          <SaveDialog
            query={keptQuery(state)}
            summary={searchSummary(state, m, names)}
            onClose={close}
          />
        ) : null}
      </Suspense>
    </>
  );
}
