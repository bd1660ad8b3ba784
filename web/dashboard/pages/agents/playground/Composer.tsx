import { Send, Square } from 'lucide-preact'
import { useRef, useState } from 'preact/hooks'
import { Button } from '../../../components/Button.tsx'
import { ErrorNotice } from '../../../components/Notice.tsx'
import { t } from '../../../lib/texts.tsx'

interface ComposerProps {
  isBusy: boolean
  onAsk: (question: string) => Promise<void>
  onStop: () => Promise<void>
}

/** The message field. Enter sends; Shift-Enter begins a new line. */
export function Composer({ isBusy, onAsk, onStop }: ComposerProps) {
  const [text, setText] = useState('')
  const [error, setError] = useState<unknown>()
  const field = useRef<HTMLTextAreaElement>(null)
  const send = (event: Event) => {
    event.preventDefault()
    const question = text.trim()
    if (!question || isBusy) return
    setText('')
    onAsk(question)
    field.current?.focus()
  }
  const stop = () => {
    setError(undefined)
    onStop().catch(setError)
  }
  return (
    <form class="composer" onSubmit={send}>
      {error !== undefined && <ErrorNotice error={error} />}
      <div class="composer-row">
        <textarea
          ref={field}
          class="input"
          aria-label={t('Your question')}
          placeholder={t('Ask as a customer would …')}
          rows={1}
          maxLength={8000}
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) send(event)
          }}
        />
        {isBusy ? (
          <Button icon={Square} onClick={stop}>
            {t('Stop')}
          </Button>
        ) : (
          <Button type="submit" kind="primary" icon={Send} disabled={!text.trim()}>
            {t('Send')}
          </Button>
        )}
      </div>
    </form>
  )
}
