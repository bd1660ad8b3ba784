import { Headset } from 'lucide-preact'
import { Badge } from '../../../components/Badge.tsx'
import { Button } from '../../../components/Button.tsx'
import { Spinner } from '../../../components/Loading.tsx'
import { Notice } from '../../../components/Notice.tsx'
import { t } from '../../../lib/texts.tsx'
import type { Outgoing } from './outbox.ts'

interface OutgoingMessagesProps {
  outgoing: readonly Outgoing[]
  retry: () => void
  discard: (key: string) => void
  /** Moves a message back into the field. */
  onEdit: (message: Outgoing) => void
}

/** The messages that are not stored yet, below the others. */
export function OutgoingMessages({ outgoing, retry, discard, onEdit }: OutgoingMessagesProps) {
  if (outgoing.length === 0) return null
  return (
    <ol class="messages outgoing" aria-label={t('Messages that are being sent')}>
      {outgoing.map((message) => {
        const { key, content, visibility, files = [], problem, isRefused } = message
        return (
          <li key={key} class={`message reply${visibility === 'internal' ? ' note' : ''}`}>
            <span class="avatar" aria-hidden="true">
              <Headset size={17} />
            </span>
            <div class="message-body">
              <div class="message-head">
                <strong>{t('You')}</strong>
                {visibility === 'internal' && <Badge kind="warn">{t('Internal note')}</Badge>}
                {!problem && (
                  <span class="small muted row">
                    <Spinner />
                    {t('Sending …')}
                  </span>
                )}
              </div>
              <p class="question-text" dir="auto">
                {content}
              </p>
              {files.map(({ id, name }) => (
                <p key={id} class="small muted" dir="auto">
                  {name}
                </p>
              ))}
              {problem && (
                <Notice kind="bad">
                  <p>
                    <strong>{t('Not sent.')}</strong> {problem}
                  </p>
                  <div class="row">
                    {!isRefused && <Button onClick={retry}>{t('Try again')}</Button>}
                    <Button onClick={() => onEdit(message)}>{t('Edit')}</Button>
                    <Button kind="quiet" onClick={() => discard(key)}>
                      {t('Discard')}
                    </Button>
                  </div>
                </Notice>
              )}
            </div>
          </li>
        )
      })}
    </ol>
  )
}
