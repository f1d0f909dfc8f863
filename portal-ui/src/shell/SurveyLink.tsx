import RateReview from '@mui/icons-material/RateReview';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMessages } from '@scenedock/ui-kit';
import { Link } from 'react-router';
import { SURVEY_PATH } from './MainNav';

/** Where the pages of somebody who is signed in leave room for words, in English too. */
const ROOMY = '@media (min-width: 1400px)';

/** The survey, for guests too, who sign in on the way. Narrow windows have it in the menu of pages, and others its sign. */
export function SurveyLink() {
  const { survey } = useMessages();
  return (
    <Button
      component={Link}
      to={SURVEY_PATH}
      color="inherit"
      aria-label={survey.link}
      title={survey.link}
      sx={{ display: { xs: 'none', md: 'inline-flex' }, minWidth: 0, gap: 1, flex: 'none' }}
    >
      <RateReview fontSize="small" />
      <Box component="span" sx={{ display: 'none', [ROOMY]: { display: 'inline' } }}>
        {survey.link}
      </Box>
    </Button>
  );
}
