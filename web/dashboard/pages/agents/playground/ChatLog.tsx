import { GitCompare, Quote, SearchCode } from 'lucide-preact'
import { useEffect, useRef } from 'preact/hooks'
import { Badge } from '../../../components/Badge.tsx'
import { Button } from '../../../components/Button.tsx'
import { Spinner } from '../../../components/Loading.tsx'
import { ErrorNotice, Notice } from '../../../components/Notice.tsx'
import { ReplyText } from '../../../components/replies/ReplyText.tsx'
import { SupportedSentences } from '../../../components/replies/SupportedSentences.tsx'
import { ToolCalls } from '../../../components/transcript/ToolCalls.tsx'
import { formatCost, formatDuration, formatNumber } from '../../../lib/format.ts'
import { sayError } from '../../../lib/locales/apiErrors.ts'
import { t } from '../../../lib/texts.tsx'
import type { Agent } from '../agentData.ts'
import { EntryLink } from './EntryLink.tsx'
import type { Chat, Comparison, ShownReply, Turn } from './useChat.ts'

interface LogProps {
  agent: Agent
  turns: readonly Turn[]
  /** Id of the inspected reply. */
  shown: string | undefined
  onShow: (reply: string) => void
  /** undefined: the user may not ask questions. */
  onCompare: ((turn: Turn) => void) | undefined
  /** The conversation; undefined: the turns are trials, or there are none. */
  conversationId: string | undefined
  /** Decides as the customer; undefined: the user may not. */
  onDecide: Chat['decide'] | undefined
  /** Whether the user has unsaved settings, to compare with. */
  hasChanges: boolean
}

export function ChatLog({
  agent,
  turns,
  shown,
  onShow,
  onCompare,
  conversationId,
  onDecide,
  hasChanges,
}: LogProps) {
  const log = useRef<HTMLDivElement>(null)
  const last = turns.at(-1)
  // Scrolls along with new text, unless the reader has scrolled up.
  useEffect(() => {
    const { current } = log
    if (!current) return
    const isNearEnd = current.scrollHeight - current.scrollTop - current.clientHeight < 160
    if (isNearEnd || last?.text === '') current.scrollTop = current.scrollHeight
  }, [turns.length, last?.text, last?.isLive])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
    <div class="log" ref={log} role="log" aria-label={t('Messages')} tabIndex={0}>
      {agent.greeting && <div class="bubble theirs">{agent.greeting}</div>}
      {turns.length === 0 && (
        <p class="muted log-empty">
          {t(
            'Ask what your customers ask. Unsaved changes of the settings apply at once, so you see what a change does before customers do.',
          )}
        </p>
      )}
      {turns.map((turn) => (
        <div class="turn" key={turn.key}>
          <div class="bubble mine">
            <span class="sr-only">{t('You:')} </span>
            {turn.question}
          </div>
          {turn.earlier?.map((reply) => (
            <div class="reply" key={reply.id}>
              {reply.content && (
                <div class="bubble theirs">
                  <span class="sr-only">{agent.name}: </span>
                  <ReplyText text={reply.content} />
                </div>
              )}
              <Actions turn={turn} reply={reply} conversationId={conversationId} />
            </div>
          ))}
          <div class={turn.comparison ? 'compared' : undefined}>
            <TurnReply
              turn={turn}
              agent={agent}
              isShown={turn.reply?.id === shown}
              onShow={onShow}
            />
            {!turn.isLive && turn.reply && (
              <Actions
                turn={turn}
                reply={turn.reply}
                conversationId={conversationId}
                onDecide={onDecide}
              />
            )}
            {turn.comparison && (
              <Compared turn={turn} agent={agent} shown={shown} onShow={onShow} />
            )}
          </div>
          {onCompare &&
            !turn.comparison &&
            !turn.isLive &&
            turn.reply &&
            (turn.isTrial || hasChanges) && (
              <Button kind="quiet" icon={GitCompare} onClick={() => onCompare(turn)}>
                {turn.isTrial
                  ? t('Compare with the saved settings')
                  : t('Compare with your changes')}
              </Button>
            )}
        </div>
      ))}
    </div>
  )
}

function TurnReply({
  turn: { reply, text, isLive, isTrial, comparison, error },
  agent,
  isShown,
  onShow,
}: Pick<LogProps, 'agent' | 'onShow'> & { turn: Turn; isShown: boolean }) {
  if (error !== undefined) return <ErrorNotice error={error} />
  if (isLive && !text)
    return (
      <div class="bubble theirs waiting" role="status">
        <Spinner /> {t('{name} is writing …', { name: agent.name })}
      </div>
    )
  return (
    <div class={`reply ${isShown ? 'shown' : ''}`}>
      {(isTrial || comparison) && <SettingsBadge isUnsaved={isTrial ?? false} />}
      {text && (
        <div class="bubble theirs" aria-busy={isLive}>
          <span class="sr-only">{agent.name}: </span>
          <ReplyText text={text} isLive={isLive} />
        </div>
      )}
      {reply && !isLive && <Ending reply={reply} />}
      {reply && !isLive && (
        <div class="row reply-foot small muted">
          <Figures reply={reply} />
          {reply.trace !== null && (
            <Button
              kind="quiet"
              icon={SearchCode}
              aria-pressed={isShown}
              onClick={() => onShow(reply.id)}
            >
              {t('Inspect')}
            </Button>
          )}
        </div>
      )}
      {reply && reply.citations.length > 0 && !isLive && <Citations reply={reply} />}
    </div>
  )
}

const SettingsBadge = ({ isUnsaved }: { isUnsaved: boolean }) => (
  <p>
    <Badge kind={isUnsaved ? 'accent' : 'plain'}>
      {isUnsaved ? t('Unsaved settings') : t('Saved settings')}
    </Badge>
  </p>
)

/** What a reply of the conversation asked of tools. */
function Actions({
  turn,
  reply: { id, tool_calls = [], actions = [] },
  conversationId,
  onDecide,
}: Pick<LogProps, 'conversationId'> &
  Partial<Pick<LogProps, 'onDecide'>> & { turn: Turn; reply: ShownReply }) {
  if (!conversationId) return null
  return (
    <ToolCalls
      reply={{ id, tool_calls, actions }}
      place={{ kind: 'conversation', threadId: conversationId }}
      onDecide={onDecide && ((action, decision) => onDecide(turn, action, decision))}
    />
  )
}

/** The reply to the same question with the other settings. */
function Compared({
  turn,
  agent,
  shown,
  onShow,
}: Pick<LogProps, 'agent' | 'shown' | 'onShow'> & { turn: Turn }) {
  const { reply, error } = turn.comparison as Comparison
  const compared: Turn = {
    key: `${turn.key}=`,
    question: turn.question,
    text: reply?.content ?? '',
    reply,
    error,
    isLive: !reply && error === undefined,
    isTrial: !turn.isTrial,
    comparison: {},
  }
  return <TurnReply turn={compared} agent={agent} isShown={reply?.id === shown} onShow={onShow} />
}

/** Says how a reply ended, if it failed, was stopped or cites nothing. */
function Ending({ reply: { status, error, grounded } }: { reply: ShownReply }) {
  if (status === 'requires_action')
    return (
      <p class="small muted">
        <Badge kind="warn">{t('Waits for a decision')}</Badge>
      </p>
    )
  if (status === 'cancelled') return <p class="small muted">{t('Stopped.')}</p>
  if (status === 'failed')
    return (
      <Notice kind="bad">
        <p>{error ? sayError(error) : t('No reply.')}</p>
        <p class="small">{t('The inspector shows what the model was sent.')}</p>
      </Notice>
    )
  return grounded === false ? (
    <p class="small muted">
      <Badge kind="warn">{t('No sources')}</Badge>
    </p>
  ) : null
}

const Figures = ({ reply: { latency_ms, usage, supported } }: { reply: ShownReply }) => (
  <>
    {latency_ms !== null && <span>{formatDuration(latency_ms)}</span>}
    {usage && <span>{t('{count} tokens', { count: formatNumber(usage.total_tokens) })}</span>}
    {usage && (
      <span>{usage.cost_usd === null ? t('cost unknown') : formatCost(usage.cost_usd)}</span>
    )}
    <SupportedSentences supported={supported} />
  </>
)

const Citations = ({ reply: { citations } }: { reply: ShownReply }) => (
  <ul class="citations" aria-label={t('Sources')}>
    {citations.map((citation, index) => (
      <li key={`${citation.knowledge_id} ${index}`}>
        <Quote size={14} aria-hidden="true" />
        <div>
          <EntryLink {...citation} />
          <blockquote class="small muted">{citation.quote}</blockquote>
        </div>
      </li>
    ))}
  </ul>
)
