import { useEffect, useState } from 'preact/hooks'

/**
 * What somebody tries out with, in the memory of this page alone: it is gone when the page is left
 * or loaded again.
 */
let testKey = ''
/** The id that each collection, such as `/api/v1/agents`, has answered with last. */
const lastIds = new Map<string, string>()

const CHANGED = 'parley-test-key'

/** Whether a text has the form of a test key. Other keys may act on live customers. */
export const isTestKey = (key: string) => /^sk_test_[\w-]{20,}$/.test(key)

/** The test key of the page; all operations share it. */
export function useTestKey(): [string, (key: string) => void] {
  const [key, setKey] = useState(testKey)
  useEffect(() => {
    const follow = () => setKey(testKey)
    addEventListener(CHANGED, follow)
    return () => removeEventListener(CHANGED, follow)
  }, [])
  return [
    key,
    (given) => {
      testKey = given.trim()
      dispatchEvent(new Event(CHANGED))
    },
  ]
}

/**
 * Keeps the id of the record that an answer has, or of the first in a list, for later requests.
 * @param path of the request, without its query
 */
export function keepId(path: string, answer: unknown): void {
  const data = (answer as { data?: unknown } | null)?.data
  const [first] = [data].flat() as ({ id?: unknown } | undefined)[]
  if (typeof first?.id === 'string') lastIds.set(path.replace(`/${first.id}`, ''), first.id)
}

/** Returns the id that a collection answered with last; empty: none yet. */
export const lastIdOf = (collection: string) => lastIds.get(collection) ?? ''
