import PushPin from '@mui/icons-material/PushPin';
import Box from '@mui/material/Box';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import { formatTime, type Headline, textSize, tokens } from '@scenedock/ui-kit';
import { Link, useLocation } from 'react-router';
import { useNewsTexts } from './useNewsTexts';

/** Titles with when and as what they were published. */
export function HeadlineList({ headlines }: { headlines: readonly Headline[] }) {
  const m = useNewsTexts();
  const { search } = useLocation();
  return (
    <List disablePadding aria-label={m.title}>
      {headlines.map(({ id, title, typeName, publishedAt, pinned }) => (
        <ListItem key={id} disablePadding divider>
          <ListItemButton
            component={Link}
            to={`/news/${id}`}
            state={{ from: `/news${search}` }}
            sx={{ display: 'block', py: 1.25 }}
          >
            <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
              {pinned && (
                <PushPin
                  titleAccess={m.pinned}
                  sx={{ fontSize: tokens.icon.text, color: 'primary.main' }}
                />
              )}
              <Box component="span" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
                {title}
              </Box>
            </Box>
            <Box sx={{ fontSize: textSize.body, color: 'text.secondary', mt: 0.25 }}>
              {typeName} · {formatTime(publishedAt)}
            </Box>
          </ListItemButton>
        </ListItem>
      ))}
    </List>
  );
}
