import { useEffect, useRef, useState } from 'preact/hooks'
import { TextField } from '../forms/Form.tsx'

/** How long to wait after the last keystroke before searching. */
const PAUSE_MS = 400

interface SearchFieldProps {
  label: string
  name: string
  /** What the address says. */
  value: string | undefined
  onChange: (value: string) => void
  placeholder?: string
}

/** Tells what was typed when the typing pauses. */
export function SearchField({ value = '', onChange, ...rest }: SearchFieldProps) {
  const [typed, setTyped] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>()
  // Another filter may change while nobody types any more.
  const tell = useRef(onChange)
  tell.current = onChange
  // Back and links change it from outside.
  useEffect(() => {
    clearTimeout(timer.current)
    setTyped((before) => (before.trim() === value ? before : value))
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])
  const type = (text: string) => {
    setTyped(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => tell.current(text.trim()), PAUSE_MS)
  }
  return (
    <TextField {...rest} type="search" maxLength={200} autocomplete="off" value={typed} onChange={type} />
  )
}
