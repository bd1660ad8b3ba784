type Fetch = (request: Request) => Promise<Response>

/** The methods that may be sent again without doing anything twice: each POST has its Idempotency-Key. */
const REPEATABLE = ['GET', 'POST']
const AGAIN = [429, 503]
const FIRST_WAIT_SECONDS = 0.5

/**
 * `fetch` that tries again after a broken connection, a 429 and a 503: after the Retry-After, or after half a second, one,
 * two … An abort ends it at once, also while it waits.
 * @param tries how often a request is sent at most
 * @param patience the longest wait, in seconds; when more is asked for, the answer is given back as it is
 * @throws what the last try threw
 */
export const persistent =
  (fetch: Fetch, tries: number, patience: number): Fetch =>
  async (request) => {
    const most = REPEATABLE.includes(request.method) ? tries : 1
    for (let tried = 1; ; tried++) {
      const isLast = tried >= most
      const usual = Math.min(FIRST_WAIT_SECONDS * 2 ** (tried - 1), patience)
      // The body of a request can be read once: each try but the last has a copy.
      const sent = fetch(isLast ? request : request.clone())
      const response = isLast ? await sent : await sent.catch((error: unknown) => whenBroken(error, request))
      if (response && (isLast || !AGAIN.includes(response.status))) return response
      const seconds = response ? (askedBy(response) ?? usual) : usual
      if (response && seconds > patience) return response
      await response?.body?.cancel()
      await wait(seconds, request.signal)
    }
  }

/** A connection that breaks may be tried again; what its caller aborts may not. */
function whenBroken(error: unknown, { signal }: Request): undefined {
  if (signal.aborted) throw error
}

/** In seconds: Parley never sends a date. */
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
