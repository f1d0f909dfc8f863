import { type ComponentType, lazy } from 'react';
import type { OwnPath } from './ownPaths';

const PAGES: Readonly<Record<OwnPath, ComponentType>> = {
  '/inbox': lazy(() => import('./inbox/InboxPage')),
  '/account': lazy(() => import('./account/AccountPage')),
  '/exports': lazy(() => import('./account/ExportsPage')),
  '/subscriptions': lazy(() => import('./subscriptions/SubscriptionsPage')),
  '/subscriptions/:id': lazy(() => import('./subscriptions/SubscriptionPage')),
  '/results': lazy(() => import('./results/ResultsPage')),
  '/queue': lazy(() => import('./queue/QueuePage')),
  '/survey': lazy(() => import('./survey/SurveyPage')),
};

/** A page of one's own beside orders and account. What each is made of is no part of what everybody loads first. */
export default function OwnPage({ path }: { path: OwnPath }) {
  const Page = PAGES[path];
  return <Page />;
}
