import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type CatalogKind, ink, type SearchAnswer, textSize, useMessages } from '@scenedock/ui-kit';
import { useCatalogue } from '../../scene/useCatalogue';
import type { SearchState } from '../searchState';
import { byKind } from './groups';
import { Rows } from './Rows';
import type { RowHandlers, RowLook } from './rowHandlers';

type Props = RowLook &
  RowHandlers & {
    state: SearchState;
    data: SearchAnswer;
    kindCounts: ReadonlyMap<CatalogKind, number>;
    onKind: (kind: CatalogKind) => void;
  };

function KindHead({
  kind,
  count,
  onOnly,
}: {
  kind: CatalogKind;
  count: number | undefined;
  onOnly: () => void;
}) {
  const m = useMessages();
  return (
    <Box
      sx={{
        position: 'sticky',
        top: 0,
        zIndex: 1,
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        px: 1.25,
        minHeight: 30,
        bgcolor: ink.page,
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <Typography variant="h3" component="h3" sx={{ flex: 1, fontSize: textSize.body }}>
        {m.catalogKind[kind]}
        {count === undefined ? null : (
          <Typography component="span" variant="caption" color="textSecondary" sx={{ pl: 1 }}>
            {m.find.count(count)}
          </Typography>
        )}
      </Typography>
      <Button onClick={onOnly} sx={{ py: 0, minWidth: 0 }}>
        {m.find.onlyKind}
      </Button>
    </Box>
  );
}

/** One page of what was found, each kind of data under its own heading where there are several. */
export default function KindGroups(props: Props) {
  const m = useMessages();
  const { data: tree } = useCatalogue();
  const groups = byKind(props.data.items, tree ?? []);
  const many = props.state.kind === null && groups.length > 1;
  return groups.map(({ kind, scenes }) => (
    <section
      key={kind ?? 'none'}
      aria-label={kind === null ? m.search.results : m.catalogKind[kind]}
    >
      {many && kind !== null ? (
        <KindHead
          kind={kind}
          count={props.kindCounts.get(kind)}
          onOnly={() => props.onKind(kind)}
        />
      ) : null}
      <Rows
        view={props.state.view}
        scenes={scenes}
        name={kind === null ? m.search.results : m.catalogKind[kind]}
        hovered={props.hovered}
        pinned={props.pinned}
        selected={props.selected}
        inCart={props.inCart}
        onHover={props.onHover}
        onOpen={props.onOpen}
        onLocate={props.onLocate}
        onAdd={props.onAdd}
        onSelect={props.onSelect}
      />
    </section>
  ));
}
