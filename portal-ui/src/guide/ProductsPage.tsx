import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type CatalogNode, EmptyState, QueryResult, useMessages } from '@scenedock/ui-kit';
import { Link as RouterLink } from 'react-router';
import { Panel } from '../parts/Panel';
import { useCatalogue } from '../scene/useCatalogue';
import { GuidePage } from './GuidePage';
import { useGuide } from './useGuide';

/** What can be ordered, as the catalogue holds it now (portal specification section 2: productIntro). */
export default function ProductsPage() {
  const { nav } = useMessages();
  const { intro, none } = useGuide().products;
  const query = useCatalogue();
  return (
    <GuidePage page="productIntro" title={nav.products} intro={intro}>
      <QueryResult query={query}>
        {(branches) =>
          branches.length === 0 ? (
            <EmptyState title={none} />
          ) : (
            <Stack spacing={2}>
              {branches.map((branch) => (
                <Branch key={branch.id} branch={branch} />
              ))}
            </Stack>
          )
        }
      </QueryResult>
    </GuidePage>
  );
}

function Branch({ branch }: { branch: CatalogNode }) {
  const { kinds, scenes } = useGuide().products;
  return (
    <Panel title={branch.label} side={<span>{scenes(branch.count)}</span>}>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
        {kinds[branch.objType]}
      </Typography>
      <Box
        sx={{
          display: 'grid',
          gap: 1,
          gridTemplateColumns: 'repeat(auto-fill, minmax(180px, 1fr))',
        }}
      >
        {branch.children.map((node) => (
          <Paper key={node.id} variant="outlined" sx={{ p: 1.5 }}>
            <Link component={RouterLink} to={`/search?node=${node.id}`}>
              {node.label}
            </Link>
            <Typography variant="body2" color="textSecondary">
              {scenes(node.count)}
            </Typography>
          </Paper>
        ))}
      </Box>
    </Panel>
  );
}
