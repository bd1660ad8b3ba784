import { useState } from 'preact/hooks'

/** What a button does: whether it runs now, and why it failed. */
export function useAction(act: () => Promise<unknown>) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const run = async () => {
    setBusy(true)
    setError(undefined)
    try {
      await act()
    } catch (cause) {
      setError(cause)
    }
    setBusy(false)
  }
  return { busy, error, run }
}
