import { useLocation } from 'react-router';
import ResetPasswordPage from './ResetPasswordPage';
import SetUpPage from './SetUpPage';
import SingleSignOnPage from './SingleSignOnPage';

/**
 * Where somebody arrives with a secret behind the `#`: from the terminal of a first start, from a mail, or from the identity
 * provider.
 */
export default function ArrivalPage() {
  const { pathname } = useLocation();
  if (pathname === '/setup') return <SetUpPage />;
  return pathname === '/resetPassword' ? <ResetPasswordPage /> : <SingleSignOnPage />;
}
