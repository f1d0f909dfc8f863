import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { EmptyState, QueryResult, useMessages } from '@scenedock/ui-kit';
import { Link } from 'react-router';
import { PageTitle } from '../parts/PageTitle';
import { useCart } from '../session/useCart';
import { CartContent } from './CartContent';

function EmptyCart() {
  const m = useMessages();
  return (
    <Paper variant="outlined">
      <EmptyState
        title={m.cart.empty}
        hint={m.cart.emptyHint}
        action={
          <Button component={Link} to="/search" variant="contained">
            {m.cart.goSearch}
          </Button>
        }
      />
    </Paper>
  );
}

/** The shopping cart: it lies on the server, and is there again after signing out and in. */
export default function CartPage() {
  const m = useMessages();
  const { query, scenes } = useCart();
  return (
    <Box>
      <PageTitle parts={[m.cart.title]} />
      <Typography variant="h1" sx={{ mb: 2 }}>
        {m.cart.title}
      </Typography>
      <QueryResult query={query}>
        {() => (scenes.length === 0 ? <EmptyCart /> : <CartContent scenes={scenes} />)}
      </QueryResult>
    </Box>
  );
}
