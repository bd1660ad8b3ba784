import { Check, Copy as CopyIcon } from 'lucide-preact'
import { useRef, useState } from 'preact/hooks'
import { t } from '../lib/texts.tsx'
import { Button } from './Button.tsx'

/** Copies a text to the clipboard, and confirms it. */
export function CopyButton({ text, label = t('Copy') }: { text: string; label?: string }) {
  const [copied, setCopied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>()
  const copy = async (button: HTMLElement) => {
    if (!(await copyText(text, button))) {
      prompt(t('Your browser does not let this page copy. Copy the text from here:'), text)
      return
    }
    setCopied(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setCopied(false), 2_000)
  }
  return (
    <Button
      kind="quiet"
      icon={copied ? Check : CopyIcon}
      label={copied ? t('Copied') : label}
      onClick={({ currentTarget }) => copy(currentTarget)}
      aria-live="polite"
    />
  )
}

/**
 * Copies a text.
 * @returns whether the clipboard has it now
 */
async function copyText(text: string, button: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // Over http, except on localhost, a page has no clipboard API, but it may copy a selection.
    // While a dialog is open, only text inside it can be selected.
    const field = document.createElement('textarea')
    field.value = text
    field.className = 'sr-only'
    const around = button.closest('dialog') ?? document.body
    around.append(field)
    field.select()
    const isCopied = document.execCommand('copy')
    field.remove()
    button.focus()
    return isCopied
  }
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
