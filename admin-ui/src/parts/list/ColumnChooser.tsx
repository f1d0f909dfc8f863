import ViewColumnOutlined from '@mui/icons-material/ViewColumnOutlined';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormGroup from '@mui/material/FormGroup';
import FormLabel from '@mui/material/FormLabel';
import Popover from '@mui/material/Popover';
import { useId, useState } from 'react';
import { useAdminMessages } from '../../i18n/useAdminMessages';

interface ColumnChooserProps {
  /** The columns that somebody may do without, as they stand. */
  columns: readonly { source: string; name: string }[];
  hidden: readonly string[];
  onChoose: (hidden: readonly string[]) => void;
}

/** Which columns of a list are shown: a button that opens boxes to tick. */
export function ColumnChooser({ columns, hidden, onChoose }: ColumnChooserProps) {
  const { columns: m } = useAdminMessages();
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const toggle = (source: string) =>
    onChoose(
      hidden.includes(source) ? hidden.filter((one) => one !== source) : [...hidden, source],
    );
  const away = columns.filter(({ source }) => hidden.includes(source)).length;
  return (
    <>
      <Button
        startIcon={<ViewColumnOutlined />}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {away === 0 ? m.choose : m.chooseHidden(away)}
      </Button>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { role: 'dialog', 'aria-labelledby': id, sx: { p: 2 } } }}
      >
        <FormControl component="fieldset">
          <FormLabel component="legend" id={id}>
            {m.title}
          </FormLabel>
          <FormGroup>
            {columns.map(({ source, name }, at) => (
              <FormControlLabel
                key={source}
                label={name}
                control={
                  <Checkbox
                    size="small"
                    autoFocus={at === 0}
                    checked={!hidden.includes(source)}
                    onChange={() => toggle(source)}
                  />
                }
              />
            ))}
          </FormGroup>
        </FormControl>
        <div>
          <Button disabled={away === 0} onClick={() => onChoose([])}>
            {m.all}
          </Button>
        </div>
      </Popover>
    </>
  );
}
