import AddShoppingCart from '@mui/icons-material/AddShoppingCart';
import ArrowDropDown from '@mui/icons-material/ArrowDropDown';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useMessages } from '@scenedock/ui-kit';
import { useId, useState } from 'react';

type Props = {
  selected: number;
  /** Scenes of this page that are not in the cart. */
  fresh: number;
  /** All results; null while their number is unknown. */
  total: number | null;
  busy: boolean;
  onSelected: () => void;
  onPage: () => void;
  onAll: () => void;
  /** Into an order that may still be changed; absent for guests. */
  onToOrder?: (() => void) | undefined;
};

/** What of the results goes into the cart. */
export function CartMenu(props: Props) {
  const m = useMessages();
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const pick = (deed: () => void) => () => {
    setAnchor(null);
    deed();
  };
  const item = (label: string, empty: boolean, why: string, deed: () => void) => (
    <MenuItem disabled={empty} onClick={pick(deed)} sx={{ '&.Mui-disabled': { opacity: 0.75 } }}>
      <ListItemText primary={label} secondary={empty ? why : undefined} />
    </MenuItem>
  );
  return (
    <>
      <Button
        id={`${id}-button`}
        variant="outlined"
        color="secondary"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        disabled={props.busy}
        startIcon={
          props.busy ? (
            <CircularProgress size={14} color="inherit" aria-hidden />
          ) : (
            <AddShoppingCart />
          )
        }
        endIcon={<ArrowDropDown />}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ whiteSpace: 'nowrap', '& .MuiButton-endIcon': { ml: 0, mr: -0.75 } }}
      >
        {m.find.cart}
      </Button>
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        slotProps={{ list: { 'aria-labelledby': `${id}-button`, dense: true } }}
      >
        {item(
          m.find.cartSelected(props.selected),
          props.selected === 0,
          m.find.nothingSelected,
          props.onSelected,
        )}
        {item(m.find.cartPage(props.fresh), props.fresh === 0, m.find.pageHeld, props.onPage)}
        {item(m.find.cartAll(props.total), props.total === 0, m.find.nothingFound, props.onAll)}
        {props.onToOrder === undefined
          ? null
          : item(m.addTo.button, props.selected === 0, m.find.nothingSelected, props.onToOrder)}
      </Menu>
    </>
  );
}
