import BookmarkAddOutlined from '@mui/icons-material/BookmarkAddOutlined';
import History from '@mui/icons-material/History';
import KeyboardOutlined from '@mui/icons-material/KeyboardOutlined';
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

type Props = {
  state: SearchState;
  onRestore: (query: string) => void;
  /** Shows the keys of the page. */
  onKeys: () => void;
};

/** Come back to an earlier search, keep this one, or pass it on; and which keys there are. */
export function SearchTools({ state, onRestore, onKeys }: Props) {
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
      <Tooltip title={`${m.find.keys.title} ?`}>
        <IconButton
          aria-label={m.find.keys.title}
          aria-keyshortcuts="?"
          onClick={onKeys}
          // Who has no pointer that hovers has hardly a keyboard.
          sx={{ '@media (hover: none)': { display: 'none' } }}
        >
          <KeyboardOutlined fontSize="small" />
        </IconButton>
      </Tooltip>
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
