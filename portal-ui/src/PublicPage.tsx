import ContactPage from './contact/ContactPage';
import MaintenancePage from './guide/MaintenancePage';
import OfflineCopyPage from './guide/OfflineCopyPage';
import ProductsPage from './guide/ProductsPage';
import UserGuidePage from './guide/UserGuidePage';
import ArticlePage from './news/ArticlePage';
import NewsPage from './news/NewsPage';
import type { PublicPath } from './publicPaths';
import VerifyPage from './verify/VerifyPage';

const PAGES: Readonly<Record<PublicPath, () => React.JSX.Element>> = {
  contactUs: ContactPage,
  productIntro: ProductsPage,
  userGuide: UserGuidePage,
  offLineDisk: OfflineCopyPage,
  maintenance: MaintenancePage,
  news: NewsPage,
  'news/:id': ArticlePage,
  verify: VerifyPage,
};

/** The pages that explain and tell: small, and alike in what they need, so that they come together. */
export default function PublicPage({ path }: { path: PublicPath }) {
  const Page = PAGES[path];
  return <Page />;
}
