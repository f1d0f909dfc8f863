import Typography from '@mui/material/Typography';

/** Two lines of a text; the pointer shows all of it. */
export function Clamped({ text }: { text: string }) {
  return (
    <Typography
      variant="body2"
      component="span"
      title={text}
      sx={{
        display: '-webkit-box',
        WebkitLineClamp: 2,
        WebkitBoxOrient: 'vertical',
        overflow: 'hidden',
        maxWidth: 260,
      }}
    >
      {text}
    </Typography>
  );
}
