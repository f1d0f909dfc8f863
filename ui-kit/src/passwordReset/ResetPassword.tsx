import Button from '@mui/material/Button';
import { useEffect, useState } from 'react';
import { Link, type To, useNavigate } from 'react-router';
import { NewPasswordForm } from './NewPasswordForm';
import { usePasswordResetTexts } from './passwordResetTexts';

type Props = {
  /** The token that the address carries; empty without one. */
  carried: string;
  /** This page's address without a token. */
  page: string;
  /** The sign-in, which is loaded anew: whoever was signed in here is not any more. */
  signIn: string;
  /** Where another link is asked for. */
  forgotten: To;
};

/** Sets another password with the link of a mail. */
export function ResetPassword({ carried, page, signIn, forgotten }: Props) {
  const t = usePasswordResetTexts();
  const navigate = useNavigate();
  const [token] = useState(carried);
  useEffect(() => {
    // What opens the door does not stay in the address, nor in the history.
    if (carried !== '') navigate(page, { replace: true });
  }, [carried, navigate, page]);
  return (
    <NewPasswordForm
      token={token}
      toSignIn={
        <Button variant="contained" size="large" href={signIn} fullWidth>
          {t.toSignIn}
        </Button>
      }
      askAgain={
        <Button component={Link} to={forgotten} variant="contained" size="large" fullWidth>
          {t.askAgain}
        </Button>
      }
    />
  );
}
