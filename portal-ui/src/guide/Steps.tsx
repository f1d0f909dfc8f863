import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { textSize } from '@scenedock/ui-kit';

/** What is done one after the other. */
export function Steps({ steps }: { steps: readonly { name: string; text: string }[] }) {
  return (
    <Box
      component="ol"
      sx={{
        m: 0,
        p: 0,
        listStyle: 'none',
        display: 'grid',
        gap: 1.5,
        gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' },
      }}
    >
      {steps.map(({ name, text }, at) => (
        <Paper
          key={name}
          component="li"
          variant="outlined"
          sx={{ p: 2, display: 'grid', gridTemplateColumns: '32px 1fr', columnGap: 1 }}
        >
          <Typography
            component="span"
            aria-hidden="true"
            sx={{ fontSize: textSize.section, fontWeight: 600, color: 'primary.main' }}
          >
            {at + 1}
          </Typography>
          <div>
            <Typography component="h2" variant="h2" sx={{ mb: 0.5 }}>
              {name}
            </Typography>
            <Typography variant="body2" color="textSecondary">
              {text}
            </Typography>
          </div>
        </Paper>
      ))}
    </Box>
  );
}
