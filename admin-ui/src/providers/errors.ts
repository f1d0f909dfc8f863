import { ApiError, fieldFaults } from '@scenedock/ui-kit';
import { HttpError } from 'ra-core';

/** react-admin's form of a refusal: the server's `detail` is the message, the problem's code the body. */
export function toHttpError(error: unknown): unknown {
  if (!(error instanceof ApiError)) {
    return error;
  }
  return new HttpError(error.detail, error.status, {
    code: error.code,
    // react-admin's forms show them at their fields.
    errors: fieldFaults(error),
    needs: error.needs,
    ticket: error.ticket,
  });
}

/** The words of a refusal by field; undefined: it was about something else. */
export function faultsOf(error: unknown): Readonly<Record<string, string>> | undefined {
  const faults = error instanceof HttpError ? error.body?.errors : fieldFaults(error);
  return faults === undefined || Object.keys(faults).length === 0 ? undefined : faults;
}

/** Runs a call of the client and hands its refusal on as an `HttpError`. */
export async function asHttp<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw toHttpError(error);
  }
}

/** The HTTP status of a refusal; 0 for no answer, undefined for anything else. */
export function statusOf(error: unknown): number | undefined {
  if (error instanceof ApiError) {
    return error.status;
  }
  return error instanceof HttpError ? Number(error.status) : undefined;
}
