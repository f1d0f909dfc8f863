import ExpandLess from '@mui/icons-material/ExpandLess';
import ExpandMore from '@mui/icons-material/ExpandMore';
import FilterList from '@mui/icons-material/FilterList';
import Button from '@mui/material/Button';
import { useAdminMessages } from '../../i18n/useAdminMessages';

interface FoldButtonProps {
  /** Conditions in force, shown even while they are folded away. */
  active: number;
  open: boolean;
  controls: string;
  onClick: () => void;
}

/** Folds the conditions away where there is no room for them. */
export function FoldButton({ active, open, controls, onClick }: FoldButtonProps) {
  const { list } = useAdminMessages();
  return (
    <Button
      variant="outlined"
      size="medium"
      startIcon={<FilterList />}
      endIcon={open ? <ExpandLess /> : <ExpandMore />}
      aria-expanded={open}
      aria-controls={controls}
      onClick={onClick}
      sx={{
        display: { xs: 'inline-flex', md: 'none' },
        mb: 1,
        bgcolor: 'background.paper',
      }}
    >
      {list.conditionsActive(active)}
    </Button>
  );
}
