import Link from '@mui/material/Link';

interface OpenLinkProps {
  name: string;
  /** What readers hear. */
  label: string;
  onOpen: () => void;
}

/** Opens a row for those who use no pointer. */
export function OpenLink({ name, label, onOpen }: OpenLinkProps) {
  return (
    <Link
      component="button"
      type="button"
      aria-label={label}
      onClick={(event) => {
        // The row would open it again.
        event.stopPropagation();
        onOpen();
      }}
      sx={{ textAlign: 'left' }}
    >
      {name}
    </Link>
  );
}
