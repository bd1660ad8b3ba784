import { QueryClient } from '@tanstack/preact-query'
import { type components, makeClient, type paths } from '../../../client/index.ts'
import { language } from './language.ts'
import { textOfError, textOfField } from './locales/apiErrors.ts'
import { t } from './texts.tsx'

export type Schemas = components['schemas']
export type Paths = paths

/** The session's CSRF token, sent with every change. */
let csrfToken: string | undefined
export const keepCsrfToken = (token: string | undefined) => {
  csrfToken = token
}

/** The API, called as the signed-in user. */
export const api = makeClient({ address: location.origin, csrfToken: () => csrfToken })
// Mails to the user are in the language that they have chosen, which may not be the browser's.
api.use({ onRequest: ({ request }) => request.headers.set('Accept-Language', language) })

/** Name of the window's event for a session that has ended. */
export const SESSION_ENDED = 'parley-session-ended'

/** Name of the window's event for an answer 403: the user's role may have changed. */
export const REFUSED = 'parley-refused'

/** An error that the API answered, or a connection that failed, in the user's language. */
export class ApiError extends Error {
  /** The HTTP status; 0: no answer arrived. */
  readonly status: number
  readonly code: string
  readonly requestId: string | undefined
  /** The organizations whose users have this address and password, if there are several. */
  readonly organizations: readonly string[]
  /** The user who already has the thread, for `already_assigned`. */
  readonly assigneeId: string | undefined
  /** The error of each wrong field. */
  readonly fields: Readonly<Record<string, string>>
  /** The code of the first wrong field. */
  readonly fieldCode: string | undefined

  constructor(status: number, body: Partial<ErrorBody>, requestId?: string) {
    super(
      textOfError(body.code) ??
        body.detail ??
        t('The service is not answering. Check your connection and try again.'),
    )
    this.status = status
    this.code = body.code ?? 'no_answer'
    this.requestId = body.request_id ?? requestId
    this.organizations = body.data?.organizations ?? []
    this.assigneeId = body.data?.assignee_id
    this.fieldCode = body.data?.errors?.[0]?.code
    this.fields = Object.fromEntries(
      (body.data?.errors ?? []).map(({ field, code, detail }) => [
        field,
        textOfField(code) ?? detail,
      ]),
    )
  }
}

interface ErrorBody {
  detail: string
  code: string
  request_id: string
  data: {
    errors?: { field: string; code?: string; detail: string }[]
    organizations?: string[]
    assignee_id?: string
  } | null
}

/**
 * Returns a call's whole answer. Routes that can answer with text do so only when asked to. @throws
 * ApiError
 */
export async function answerOf<Answer>(
  call: Promise<{ data?: Answer; error?: unknown; response: Response }>,
): Promise<Exclude<Answer, string>> {
  const { data, error, response } = await call.catch((cause) => {
    if (cause?.name === 'AbortError') throw cause
    throw new ApiError(0, {})
  })
  if (data === undefined) {
    if (response.status === 401 && csrfToken) dispatchEvent(new Event(SESSION_ENDED))
    if (response.status === 403) dispatchEvent(new Event(REFUSED))
    throw new ApiError(
      response.status,
      typeof error === 'object' && error ? (error as Partial<ErrorBody>) : {},
      response.headers.get('X-Request-Id') ?? undefined,
    )
  }
  return data as Exclude<Answer, string>
}

/** Returns a call's data, without the envelope. @throws ApiError */
export const dataOf = async <Data>(
  call: Promise<{ data?: { data: Data } | string; error?: unknown; response: Response }>,
): Promise<Data> => (await answerOf(call)).data

/**
 * Caches reads for 5 s, and reads again when the page gets the focus. Reads that failed are
 * repeated when the network is back.
 */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // The API client itself retries where that may help.
      retry: false,
      refetchOnWindowFocus: true,
      // Fails at once when offline. By default reads would wait, and lists would look empty.
      networkMode: 'always',
      refetchOnReconnect: ({ state }) => state.status === 'error' && 'always',
    },
  },
})

/** How often a form is sent while the service is busy. */
const TRIES = 4

/**
 * Sends a form with a file, by XMLHttpRequest, because `fetch` does not report the progress of an
 * upload.
 * @param key the Idempotency-Key, which keeps a repeated form from being stored twice
 * @param onSent called with the number of bytes sent so far
 */
export function sendForm<Data>(
  path: string,
  form: FormData,
  key: string,
  onSent: (bytes: number) => void,
): { answer: Promise<Data>; cancel: () => void } {
  let current: XMLHttpRequest | undefined
  let isCancelled = false
  const sendOnce = () =>
    new Promise<XMLHttpRequest>((resolve) => {
      const request = new XMLHttpRequest()
      current = request
      request.open('POST', path)
      request.setRequestHeader('X-CSRF-Token', csrfToken ?? '')
      request.setRequestHeader('Idempotency-Key', key)
      request.setRequestHeader('Prefer', 'respond-async')
      request.responseType = 'json'
      request.upload.onprogress = ({ loaded }) => onSent(loaded)
      request.onloadend = () => resolve(request)
      request.send(form)
    })
  const send = async (): Promise<Data> => {
    for (let tried = 1; ; tried++) {
      // The upload may have been cancelled during the pause.
      if (isCancelled) throw new ApiError(0, {})
      const { status, response, ...rest } = await sendOnce().then((request) => ({
        status: request.status,
        response: request.response,
        after: Number(request.getResponseHeader('Retry-After') ?? 2),
      }))
      if (status >= 200 && status < 300) return response.data
      if (isCancelled || tried === TRIES || ![0, 429, 503].includes(status) || rest.after > 10)
        throw new ApiError(status, response ?? {})
      await new Promise((resolve) => setTimeout(resolve, rest.after * 1_000))
    }
  }
  return {
    answer: send(),
    cancel() {
      isCancelled = true
      current?.abort()
    },
  }
}
