import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMessages } from '../messages/LocaleProvider';
import { CopyButton } from '../parts/CopyButton';
import { textSize, tokens } from '../tokens';

type Props = {
  title: string;
  command: string;
  /** What is seen of it: the password may be covered. */
  displayed: string;
};

/** A command to copy. */
export function CommandBox({ title, command, displayed }: Props) {
  const m = useMessages();
  return (
    <section aria-label={title}>
      <Stack direction="row" sx={{ alignItems: 'center' }}>
        <Typography variant="h3" sx={{ flex: 1 }}>
          {title}
        </Typography>
        <CopyButton text={command} label={m.common.copy} />
      </Stack>
      <Box
        component="pre"
        // A scrolled box has to be reachable by keyboard.
        tabIndex={0}
        sx={{
          m: 0,
          mt: 0.5,
          p: 1.25,
          maxHeight: 120,
          overflow: 'auto',
          bgcolor: tokens.night.ground,
          color: tokens.night.text,
          borderRadius: 1,
          fontSize: textSize.note,
          lineHeight: 1.6,
          whiteSpace: 'pre-wrap',
          overflowWrap: 'anywhere',
        }}
      >
        {displayed}
      </Box>
    </section>
  );
}
