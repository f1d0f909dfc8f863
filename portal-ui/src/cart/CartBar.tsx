import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useMessages } from '@scenedock/ui-kit';
import { useTypedText } from '../parts/useTypedText';
import { CartMenu } from './CartMenu';

type Props = {
  text: string;
  /** Scenes that the filter lets through, in the cart, and chosen. */
  matches: number;
  all: number;
  chosen: number;
  onFilter: (text: string) => void;
  onChooseAll: () => void;
  onChooseNone: () => void;
  onChooseOnly: () => void;
  onByName: () => void;
  onClear: () => void;
};

function FilterField({ text, onFilter }: Pick<Props, 'text' | 'onFilter'>) {
  const m = useMessages();
  const [typed, type] = useTypedText(text, onFilter);
  return (
    <TextField
      type="search"
      label={m.basket.filter}
      placeholder={m.basket.filterHint}
      value={typed}
      onChange={(event) => type(event.target.value)}
      sx={{ width: { xs: '100%', sm: 280 } }}
    />
  );
}

type ChoiceProps = { name: string; why: string | null; onClick: () => void };

function Choice({ name, why, onClick }: ChoiceProps) {
  return (
    <Tooltip title={why ?? ''}>
      <span>
        <Button disabled={why !== null} onClick={onClick}>
          {name}
        </Button>
      </span>
    </Tooltip>
  );
}

/** Finds scenes in the cart, and chooses many of them at once. */
export function CartBar(props: Props) {
  const m = useMessages();
  const { text, matches, all, chosen } = props;
  return (
    <Stack direction="row" sx={{ p: 1.5, gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
      <FilterField text={text} onFilter={props.onFilter} />
      <Typography
        role="status"
        variant="body2"
        color="textSecondary"
        sx={{ flex: 1, minWidth: 90 }}
      >
        {matches === all ? m.basket.count(all) : m.basket.filtered(matches, all)}
      </Typography>
      <Stack direction="row" sx={{ flexWrap: 'wrap' }}>
        {text === '' ? null : (
          <Choice
            name={m.basket.onlyThese}
            why={matches === 0 ? m.basket.noMatch : null}
            onClick={props.onChooseOnly}
          />
        )}
        <Choice
          name={m.basket.all(all)}
          why={chosen === all ? m.basket.allChosen : null}
          onClick={props.onChooseAll}
        />
        <Choice
          name={m.basket.none}
          why={chosen === 0 ? m.basket.noneChosen : null}
          onClick={props.onChooseNone}
        />
        <CartMenu onByName={props.onByName} onClear={props.onClear} />
      </Stack>
    </Stack>
  );
}
