import { useQuery } from '@tanstack/preact-query'
import { MessageSquarePlus } from 'lucide-preact'
import { Link, useSearchParams } from 'wouter-preact'
import { Badge } from '../../../components/Badge.tsx'
import { Button } from '../../../components/Button.tsx'
import { Loading } from '../../../components/Loading.tsx'
import { ErrorNotice, Notice } from '../../../components/Notice.tsx'
import { useRights, useUser } from '../../../components/session.tsx'
import { rich, t } from '../../../lib/texts.tsx'
import type { Agent } from '../agentData.ts'
import { ChatLog } from './ChatLog.tsx'
import { Composer } from './Composer.tsx'
import { listEarlier } from './playgroundData.ts'
import { TraitsEditor } from './TraitsEditor.tsx'
import { useChat } from './useChat.ts'

/** The conversation of the playground, and the inspected reply, as the address names them. */
export function usePlayground(agent: Agent, changes: Partial<Agent>) {
  const [search, setSearch] = useSearchParams()
  const show = (conversation: string | undefined, reply?: string, replace = false) =>
    setSearch(
      { ...(conversation ? { conversation } : {}), ...(reply ? { reply } : {}) },
      { replace },
    )
  const chat = useChat(agent, changes, search.get('conversation') ?? undefined, (id) =>
    show(id, undefined, true),
  )
  const wanted = search.get('reply')
  const all = chat.turns.flatMap((turn) => [
    turn,
    ...(turn.comparison?.reply
      ? [{ question: turn.question, reply: turn.comparison.reply, isLive: false, error: undefined }]
      : []),
  ])
  return { chat, show, shown: all.find(({ reply }) => reply?.id === wanted) ?? chat.turns.at(-1) }
}
export type PlaygroundState = ReturnType<typeof usePlayground>

/** A conversation with the agent, as high as the window. */
export function Playground({
  agent,
  state: { chat, show, shown },
  hasChanges,
  onInspect,
}: {
  agent: Agent
  state: PlaygroundState
  hasChanges: boolean
  onInspect: (reply: string) => void
}) {
  const { mayChange } = useRights()
  const { turns, conversationId } = chat
  const mayAsk = mayChange && agent.is_active && !chat.isForeign
  return (
    <section class="card chat" aria-label={t('Conversation with {name}', { name: agent.name })}>
      <header>
        <EarlierConversations agent={agent} current={conversationId} onChoose={show} />
        {mayChange && (
          <Button
            icon={MessageSquarePlus}
            disabled={!conversationId && turns.length === 0}
            onClick={() => (conversationId ? show(undefined) : chat.clear())}
          >
            {t('New conversation')}
          </Button>
        )}
      </header>
      {chat.hasEarlier && (
        <p class="small muted">
          {t('Only the latest messages are shown.')}{' '}
          <Link href={`/conversations/${conversationId}`}>{t('View the whole conversation')}</Link>
        </p>
      )}
      {chat.isLoading ? (
        <Loading what={t('Loading conversation …')} />
      ) : chat.error ? (
        <ErrorNotice error={chat.error} onRetry={() => show(undefined)} />
      ) : (
        <ChatLog
          agent={agent}
          turns={turns}
          shown={shown?.reply?.id}
          hasChanges={hasChanges}
          onCompare={mayAsk ? chat.compare : undefined}
          conversationId={conversationId}
          onDecide={mayAsk ? chat.decide : undefined}
          onShow={onInspect}
        />
      )}
      {mayAsk && hasChanges && (
        <p class="small muted" role="status">
          {rich(
            '<b>Unsaved settings</b> answer now. Their answers are not kept and count in no figure.',
            {
              b: (words) => <Badge kind="accent">{words}</Badge>,
            },
          )}
        </p>
      )}
      {mayAsk ? (
        <Composer isBusy={chat.isBusy} onAsk={chat.ask} onStop={chat.stop} />
      ) : (
        <Notice kind={mayChange && !chat.isForeign ? 'warn' : 'info'}>
          {whyNot(agent, mayChange, chat.isForeign)}
        </Notice>
      )}
      {mayAsk && (
        <TraitsEditor key={conversationId} traits={chat.traits} onKeep={chat.keepTraits} />
      )}
    </section>
  )
}

function whyNot({ name }: Agent, mayChange: boolean, isForeign: boolean): string {
  if (!mayChange)
    return t(
      'Viewers cannot ask questions, because replies cost money. Owners and editors can try this agent.',
    )
  if (isForeign)
    return t('This conversation started elsewhere. You can read it here, but not continue it.')
  return t('{name} is inactive. Activate it to try it.', { name })
}

function EarlierConversations({
  agent,
  current,
  onChoose,
}: {
  agent: Agent
  current: string | undefined
  onChoose: (id: string | undefined) => void
}) {
  const { email } = useUser()
  const { data: earlier = [] } = useQuery({
    queryKey: ['playground', agent.id, email],
    queryFn: () => listEarlier(agent.id, email),
  })
  if (earlier.length === 0) return <h2>{t('Try {name}', { name: agent.name })}</h2>
  const isListed = earlier.some(({ id }) => id === current)
  return (
    <label class="earlier">
      <span class="sr-only">{t('Your conversations')}</span>
      <select
        class="input"
        value={current ?? ''}
        onChange={({ currentTarget }) => onChoose(currentTarget.value || undefined)}
      >
        <option value="">{t('New conversation')}</option>
        {current && !isListed && <option value={current}>{t('This conversation')}</option>}
        {earlier.map(({ id, title }) => (
          <option key={id} value={id}>
            {title || t('Untitled')}
          </option>
        ))}
      </select>
    </label>
  )
}
