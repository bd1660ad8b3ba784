import { Check, Copy as CopyIcon } from 'lucide-preact'
import { useRef, useState } from 'preact/hooks'
import { t } from '../texts.tsx'
import { Button } from './Button.tsx'

/** Copies a text to the clipboard, and confirms it. */
export function CopyButton({ text, label = t('Copy') }: { text: string; label?: string }) {
  const [copied, setCopied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>()
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setCopied(false), 2_000)
  }
  return (
    <Button
      kind="quiet"
      icon={copied ? Check : CopyIcon}
      label={copied ? t('Copied') : label}
      onClick={copy}
      aria-live="polite"
    />
  )
}

/** A block of code with a button that copies it. */
export const Code = ({ text, label }: { text: string; label: string }) => (
  <div class="code">
    <pre>
      <code>{text}</code>
    </pre>
    <CopyButton text={text} label={label} />
  </div>
)
