import type { Order, Rating } from '@scenedock/ui-kit';

/** What the applicant said about a finished order; the server adds it from state 8 on. */
export interface FeedbackFields {
  appraise?: Rating | null;
  responseSpeed?: Rating | null;
  serviceAttitude?: Rating | null;
  feedBack?: string | null;
  /** Id of the attachment the applicant added. */
  feedBackUpload?: string | null;
}

/** An order with the applicant's evaluation, when there is one. */
export type RatedOrder = Order & FeedbackFields;

/** The three questions, in the order of the form. */
export const RATING_KEYS = ['appraise', 'responseSpeed', 'serviceAttitude'] as const;
