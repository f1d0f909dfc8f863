import RateReview from '@mui/icons-material/RateReview';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMessages } from '@scenedock/ui-kit';
import { Link } from 'react-router';
import { SURVEY_PATH } from './MainNav';

/** The survey, for guests too, who sign in on the way. A phone has it in the menu of pages, and a small screen its sign. */
export function SurveyLink() {
  const { survey } = useMessages();
  return (
    <Button
      component={Link}
      to={SURVEY_PATH}
      color="inherit"
      aria-label={survey.link}
      title={survey.link}
      sx={{ display: { xs: 'none', sm: 'inline-flex' }, minWidth: 0, gap: 1, flex: 'none' }}
    >
      <RateReview fontSize="small" />
      <Box component="span" sx={{ display: { xs: 'none', xl: 'inline' } }}>
        {survey.link}
      </Box>
    </Button>
  );
}
