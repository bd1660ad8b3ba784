import { Ban, BellRing, Bot, Headset, UserRound } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { queries } from '../../lib/api.ts'
import { formatCost, formatDuration, formatNumber, formatPercent } from '../../lib/format.ts'
import { sayError } from '../../lib/locales/apiErrors.ts'
import { t } from '../../lib/texts.tsx'
import { Badge } from '../Badge.tsx'
import { Button } from '../Button.tsx'
import { CopyButton } from '../Copy.tsx'
import { Loading } from '../Loading.tsx'
import { Notice } from '../Notice.tsx'
import { Face } from '../people/Face.tsx'
import { ReplyText } from '../replies/ReplyText.tsx'
import { SupportedSentences } from '../replies/SupportedSentences.tsx'
import { useRights } from '../session.tsx'
import { Clock } from '../threads/when.tsx'
import { Attachments } from './Attachments.tsx'
import { Citations } from './Citations.tsx'
import { FeedbackView } from './FeedbackView.tsx'
import { cancelReply, type Feedback, type Kind, type Message, type Reply } from './messages.ts'
import { ToolCalls } from './ToolCalls.tsx'

interface MessageViewProps {
  message: Message
  kind: Kind
  threadId: string
  who: string
  agent: string
  /** Names a user of the organization. */
  nameOf: (userId: string) => string
  feedback: readonly Feedback[]
  /** Whether the transcript opens at this message. */
  isFound: boolean
}

export function MessageView({
  message,
  kind,
  threadId,
  who,
  agent,
  nameOf,
  feedback,
  isFound,
}: MessageViewProps) {
  const { role } = message
  const author = authorOf(message, nameOf)
  const Icon = isAutomatic(message) ? BellRing : ICONS[role]
  return (
    <li
      class={`message ${role === 'user' ? 'question' : 'reply'}${isNote(message) ? ' note' : ''}${isFound ? ' found' : ''}`}
    >
      <span class="avatar" aria-hidden="true">
        {author ? <Face name={author} photo={photoOf(message)} /> : <Icon size={17} />}
      </span>
      <div class="message-body">
        <div class="message-head">
          <strong dir="auto">
            {role === 'assistant'
              ? agent
              : role === 'user'
                ? who
                : isAutomatic(message)
                  ? t('Automatic message')
                  : (author ?? t('Someone in your organization'))}
          </strong>
          {isNote(message) && <Badge kind="warn">{t('Internal note')}</Badge>}
          <span class="small muted">
            <Clock at={message.created_at} />
          </span>
        </div>
        {role === 'assistant' ? (
          <ReplyBody reply={message} kind={kind} threadId={threadId} />
        ) : (
          <>
            {!isNameOfFiles(message) && (
              <p class="question-text" dir="auto">
                {message.content}
              </p>
            )}
            <Attachments kind={kind} threadId={threadId} attachments={message.attachments} />
          </>
        )}
        <FeedbackView feedback={feedback} />
      </div>
    </li>
  )
}

type Said = Exclude<Message, Reply>

const isAutomatic = (message: Message) => 'automatic' in message && message.automatic !== null

/**
 * Returns who wrote a message of a person: the name that the customer sees, or else what colleagues
 * call the user; null: it was posted with a key and without a name.
 */
function authorOf(message: Message, nameOf: (userId: string) => string): string | null {
  if (!('author' in message)) return null
  return message.author ?? (message.author_id && nameOf(message.author_id))
}

/** Whether the text only names the files below it, as chats send files without words. */
const isNameOfFiles = ({ content, attachments }: Said) =>
  attachments.length > 0 && content === attachments.map(({ name }) => name).join(', ')

const isNote = (message: Message) =>
  message.role === 'human_agent' && message.visibility === 'internal'

const ICONS = { assistant: Bot, user: UserRound, human_agent: Headset }

const photoOf = (message: Message) => ('author_photo' in message ? message.author_photo : null)

function ReplyBody({ reply, kind, threadId }: { reply: Reply; kind: Kind; threadId: string }) {
  const { status, content, citations, error } = reply
  return (
    <>
      {status === 'processing' && <Answering reply={reply} kind={kind} threadId={threadId} />}
      {status === 'requires_action' && <Badge kind="warn">{t('Waits for a decision')}</Badge>}
      {status === 'cancelled' && <Badge>{t('Cancelled')}</Badge>}
      {status === 'failed' && (
        <Notice kind="bad">
          <p>
            <strong>{t('No reply.')}</strong> {error && sayError(error)}
          </p>
          <p class="small">
            <code>{error?.code}</code>
          </p>
        </Notice>
      )}
      {content !== null && (
        <div class="markdown" dir="auto">
          <ReplyText text={content} />
        </div>
      )}
      <ToolCalls reply={reply} place={{ kind, threadId }} />
      <Citations citations={citations} />
      {status !== 'processing' && <Figures reply={reply} />}
    </>
  )
}

function Answering({ reply, kind, threadId }: { reply: Reply; kind: Kind; threadId: string }) {
  const { mayAnswer } = useRights()
  const [busy, setBusy] = useState(false)
  const cancel = async () => {
    setBusy(true)
    // A reply that has just finished cannot be cancelled, and is shown anyway.
    await cancelReply(kind, threadId, reply.id).catch(() => undefined)
    await queries.invalidateQueries({ queryKey: ['messages', threadId] })
    setBusy(false)
  }
  return (
    <div class="row">
      <Loading what={t('Answering …')} />
      {mayAnswer && (
        <Button kind="quiet" icon={Ban} busy={busy} onClick={cancel}>
          {t('Cancel')}
        </Button>
      )}
    </div>
  )
}

/** A reply's time, tokens and cost, with more details on request. */
function Figures({ reply }: { reply: Reply }) {
  const { usage, latency_ms, grounded, supported, model, finish_reason, request_id, id } = reply
  return (
    <details class="figures small muted">
      <summary>
        {latency_ms !== null && <span>{formatDuration(latency_ms)}</span>}
        {usage && (
          <span>
            {t('{count, plural, one {# token} other {# tokens}}', { count: usage.total_tokens })}
          </span>
        )}
        {usage?.cost_usd != null && <span>{formatCost(usage.cost_usd)}</span>}
        <SupportedSentences supported={supported} />
        {grounded === false && <Badge kind="warn">{t('Not from knowledge')}</Badge>}
        <span class="figures-more">{t('Details')}</span>
      </summary>
      <dl class="facts">
        {model && (
          <>
            <dt>{t('Model')}</dt>
            <dd>{model}</dd>
          </>
        )}
        {usage && (
          <>
            <dt>{t('Tokens')}</dt>
            <dd>
              {t('{input} in, {output} out', {
                input: formatNumber(usage.input_tokens),
                output: formatNumber(usage.output_tokens),
              })}
              {usage.cached_tokens > 0 &&
                ` · ${t('{share} of the input from a cache', {
                  share: formatPercent(usage.cached_tokens / usage.input_tokens),
                })}`}
            </dd>
            <dt>{t('Cost')}</dt>
            <dd>
              {usage.cost_usd === null
                ? t('Unknown: this model has no known price')
                : formatCost(usage.cost_usd)}
            </dd>
          </>
        )}
        {finish_reason && (
          <>
            <dt>{t('Finish reason')}</dt>
            <dd>{finish_reason}</dd>
          </>
        )}
        <dt>{t('Request ID')}</dt>
        <dd class="id">
          <code>{request_id}</code>
          <CopyButton text={request_id} label={t('Copy request ID, to find it in the logs')} />
        </dd>
        <dt>{t('Message ID')}</dt>
        <dd class="id">
          <code>{id}</code>
          <CopyButton text={id} label={t('Copy message ID')} />
        </dd>
      </dl>
    </details>
  )
}
