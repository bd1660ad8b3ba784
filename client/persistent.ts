type Fetch = (request: Request) => Promise<Response>

/** The methods that can be repeated safely, because each POST has its Idempotency-Key. */
const REPEATABLE = ['GET', 'POST']
const AGAIN = [429, 503]
const FIRST_WAIT_SECONDS = 0.5

/**
 * Makes a `fetch` that tries again after a broken connection, a 429 and a 503. It waits as long as
 * Retry-After says, else half a second, one, two and so on. An abort ends it at once, even while it
 * waits.
 * @param tries the most times that a request is sent
 * @param patience the longest wait, in seconds; an answer whose `Retry-After` is longer is returned
 *   at once
 * @throws the error of the last try
 */
export const persistent =
  (fetch: Fetch, tries: number, patience: number): Fetch =>
  async (request) => {
    const most = REPEATABLE.includes(request.method) ? tries : 1
    for (let tried = 1; ; tried++) {
      const isLast = tried >= most
      const usual = Math.min(FIRST_WAIT_SECONDS * 2 ** (tried - 1), patience)
      // The body of a request can be read only once, so each try but the last sends a copy.
      const sent = fetch(isLast ? request : request.clone())
      const response = isLast
        ? await sent
        : await sent.catch((error: unknown) => whenBroken(error, request))
      if (response && (isLast || !AGAIN.includes(response.status))) return response
      const seconds = response ? (askedBy(response) ?? usual) : usual
      if (response && seconds > patience) return response
      await response?.body?.cancel()
      await wait(seconds, request.signal)
    }
  }

/** Lets a broken connection be tried again, but not a request that its caller aborted. */
function whenBroken(error: unknown, { signal }: Request): undefined {
  if (signal.aborted) throw error
}

/** Returns the seconds of Retry-After. Parley never sends a date. */
function askedBy({ headers }: Response): number | undefined {
  const value = headers.get('Retry-After')
  return value !== null && /^\d+$/.test(value) ? Number(value) : undefined
}

function wait(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort)
      resolve()
    }, seconds * 1000)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
  })
}
