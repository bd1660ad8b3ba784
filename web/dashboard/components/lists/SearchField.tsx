import { useEffect, useRef, useState } from 'preact/hooks'
import { TextField } from '../forms/Form.tsx'

/** Milliseconds from the last keystroke to the search. */
const PAUSE_MS = 400

interface SearchFieldProps {
  label: string
  name: string
  /** The value in the address. */
  value: string | undefined
  onChange: (value: string) => void
  placeholder?: string
}

/** Reports the text when the user pauses typing. */
export function SearchField({ value = '', onChange, ...rest }: SearchFieldProps) {
  const [typed, setTyped] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>()
  // By the time of the call, another filter may have changed.
  const latest = useRef(onChange)
  latest.current = onChange
  // Back and links change the value from outside.
  useEffect(() => {
    clearTimeout(timer.current)
    setTyped((before) => (before.trim() === value ? before : value))
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])
  const type = (text: string) => {
    setTyped(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => latest.current(text.trim()), PAUSE_MS)
  }
  return (
    <TextField
      {...rest}
      type="search"
      maxLength={200}
      autocomplete="off"
      value={typed}
      onChange={type}
    />
  )
}
