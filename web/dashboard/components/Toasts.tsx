import { CircleCheck } from 'lucide-preact'
import { useEffect, useState } from 'preact/hooks'

const SHOWN_MS = 5_000
const TOAST = 'parley-toast'

/** Shows a short message about a success. Errors appear where they happen, and stay. */
export const showToast = (text: string) => dispatchEvent(new CustomEvent(TOAST, { detail: text }))

interface Toast {
  id: number
  text: string
}
let count = 0

export function Toasts() {
  const [toasts, setToasts] = useState<readonly Toast[]>([])
  useEffect(() => {
    const add = (event: Event) => {
      const toast = { id: ++count, text: (event as CustomEvent<string>).detail }
      setToasts((before) => [...before.slice(-2), toast])
      setTimeout(() => setToasts((before) => before.filter(({ id }) => id !== toast.id)), SHOWN_MS)
    }
    addEventListener(TOAST, add)
    return () => removeEventListener(TOAST, add)
  }, [])
  return (
    <div class="toasts" role="status">
      {toasts.map(({ id, text }) => (
        <p key={id} class="toast">
          <CircleCheck size={18} aria-hidden="true" />
          {text}
        </p>
      ))}
    </div>
  )
}
