import { useLocation } from 'react-router';
import SetUpPage from './SetUpPage';
import SingleSignOnPage from './SingleSignOnPage';

/** Where somebody arrives with a secret behind the `#`: from the terminal of a first start, or from the identity provider. */
export default function ArrivalPage() {
  return useLocation().pathname === '/setup' ? <SetUpPage /> : <SingleSignOnPage />;
}
