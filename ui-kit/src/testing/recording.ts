import { type HttpHandler, HttpResponse, type http } from 'msw';

type Method = (typeof http)['post'];

/** Answers a call of the API with `answer`, or without content, and keeps what was sent in `sent`. */
export function recording(
  method: Method,
  path: string,
  sent: unknown[],
  answer: object | null = {},
  status = 200,
): HttpHandler {
  return method(path, async ({ request }) => {
    sent.push(await request.json());
    return answer === null
      ? new HttpResponse(null, { status: 204 })
      : HttpResponse.json(answer, { status });
  });
}
