import { useEffect, useRef, useState } from 'preact/hooks'
import { useUser } from '../../../components/session.tsx'
import { readMessage } from '../../../components/transcript/messages.ts'
import type { Decision } from '../../../components/transcript/ToolCalls.tsx'
import { decideAction } from '../../../components/transcript/toolCalls.ts'
import { ApiError, queries, type Schemas } from '../../../lib/api.ts'
import type { Agent } from '../agentData.ts'
import {
  isPlayground,
  loadConversation,
  openConversation,
  putTraits,
  readTraits,
  setContext,
  stopReply,
} from './playgroundData.ts'
import { askAndFollow, joinReply, type Reply } from './streamReply.ts'
import { askTrial, type Trial, type TrialQuestion } from './trials.ts'

type Action = Schemas['ReplyAction']

/** A reply of a conversation, or the outcome of a trial, as the playground shows it. */
export type ShownReply = Pick<
  Reply,
  | 'id'
  | 'status'
  | 'content'
  | 'citations'
  | 'grounded'
  | 'supported'
  | 'usage'
  | 'latency_ms'
  | 'error'
> &
  Partial<Pick<Reply, 'tool_calls' | 'actions'>> & {
    /** Set only for trials. The trace of any other reply is read when it is inspected. */
    trace?: Trial['trace']
  }

/**
 * The same agent's reply with the other settings: the saved settings, if the turn has unsaved
 * settings.
 */
export interface Comparison {
  /** undefined: not answered yet. */
  reply?: ShownReply
  error?: unknown
}

/** A question and its reply. */
export interface Turn {
  /** Identifies the turn even before its reply has an id. */
  key: string
  question: string
  /** undefined: the reply has not begun. */
  reply?: ShownReply | undefined
  /** Replies that waited for decisions, the oldest first; `reply` continues the last of them. */
  earlier?: readonly Reply[]
  /** The reply's text so far. */
  text: string
  isLive: boolean
  /** Whether unsaved settings answer it. The turn is then in no conversation. */
  isTrial?: boolean
  comparison?: Comparison | undefined
  /**
   * Set if the question was refused or the connection failed. A reply's own error is in `reply`.
   */
  error?: unknown
}

export interface Chat {
  turns: readonly Turn[]
  conversationId: string | undefined
  isLoading: boolean
  /** An error while loading the conversation. */
  error: unknown
  hasEarlier: boolean
  /**
   * Whether the conversation is a customer's or another agent's. It can then be read but not
   * continued.
   */
  isForeign: boolean
  isBusy: boolean
  traits: object
  keepTraits: (traits: object) => Promise<void>
  ask: (question: string) => Promise<void>
  stop: () => Promise<void>
  /** Asks the question of a turn again, with the other settings. */
  compare: (turn: Turn) => Promise<void>
  /** Decides as the customer on an action of a turn's reply, and follows the one that continues. */
  decide: (turn: Turn, action: Action, decision: Decision) => Promise<void>
  /** Removes the trials, which are in no conversation. */
  clear: () => void
}

const NOTHING = {
  turns: [] as Turn[],
  isLoading: false,
  error: undefined as unknown,
  hasEarlier: false,
  isForeign: false,
}

/** The most earlier turns that a trial gets. */
const MAX_HISTORY = 30
/** The most characters of each earlier turn. */
const MAX_CHARACTERS = 32_000

const shownOf = ({ id, trace, ...outcome }: Trial): ShownReply =>
  ({ ...outcome, id, trace }) as ShownReply

/** The outcome of a trial that the user stopped. */
const STOPPED: ShownReply = {
  id: 'stopped',
  status: 'cancelled',
  content: null,
  citations: [],
  grounded: null,
  supported: null,
  usage: null,
  latency_ms: null,
  error: null,
}

/**
 * Runs the conversation of the playground: the conversation in the address, or a new one for the
 * first question. Unsaved settings answer in trials, which are in no conversation.
 * @param changes the unsaved settings; empty: none
 * @param onOpen puts the id of a new conversation into the address
 */
export function useChat(
  agent: Agent,
  changes: Partial<Agent>,
  addressed: string | undefined,
  onOpen: (id: string) => void,
): Chat {
  const { email } = useUser()
  const [state, setState] = useState(NOTHING)
  const [traits, setTraits] = useState<object>({})
  const context = useRef<string | null>(null)
  const opened = useRef<string>()
  const running = useRef(new AbortController())
  const trying = useRef(new AbortController())
  const isBusy = state.turns.some(({ isLive }) => isLive)

  const changeTurn = (key: string, changes: Partial<Turn>) =>
    setState((before) => ({
      ...before,
      turns: before.turns.map((turn) => (turn.key === key ? { ...turn, ...changes } : turn)),
    }))

  /** Follows a reply until it completes, fails or is cancelled. */
  async function run(key: string, reply: Promise<Reply>, signal: AbortSignal): Promise<void> {
    try {
      const finished = await reply
      changeTurn(key, { reply: finished, text: finished.content ?? '', isLive: false })
    } catch (error) {
      if (!signal.aborted) changeTurn(key, { isLive: false, error })
    }
    queries.invalidateQueries({ queryKey: ['playground'] })
  }
  const showIn = (key: string) => ({
    onBegin: (reply: Reply) => changeTurn(key, { reply }),
    onText: (text: string) => changeTurn(key, { text }),
  })

  async function load(id: string, signal: AbortSignal): Promise<void> {
    setState({ ...NOTHING, isLoading: true })
    try {
      const { conversation, messages, hasEarlier } = await loadConversation(id)
      const isForeign = !isPlayground(conversation) || conversation.agent_id !== agent.id
      const known =
        conversation.user_context_id && !isForeign
          ? await readTraits(conversation.user_context_id)
          : {}
      if (signal.aborted) return
      context.current = conversation.user_context_id
      setTraits(known)
      const turns = turnsOf(messages)
      setState({ ...NOTHING, turns, hasEarlier, isForeign })
      const last = turns.at(-1)
      if (last?.isLive)
        run(last.key, joinReply(id, last.reply!.id, signal, showIn(last.key)), signal)
    } catch (error) {
      if (!signal.aborted) setState({ ...NOTHING, error })
    }
  }

  useEffect(() => {
    if (addressed === opened.current) return
    running.current.abort()
    running.current = new AbortController()
    opened.current = addressed
    context.current = null
    if (addressed) load(addressed, running.current.signal)
    else setState(NOTHING)
  }, [addressed])
  useEffect(() => () => running.current.abort(), [])

  /** Returns the turns before a turn, in the form of a prompt's history. */
  function historyBefore(key?: string): TrialQuestion['history'] {
    const end = state.turns.findIndex((turn) => turn.key === key)
    return state.turns
      .slice(0, end < 0 ? undefined : end)
      .filter(({ reply }) => reply?.status === 'completed' && reply.content)
      .slice(-MAX_HISTORY)
      .flatMap(({ question, reply }) => [
        { role: 'user' as const, content: question },
        { role: 'assistant' as const, content: reply!.content!.slice(0, MAX_CHARACTERS) },
      ])
  }
  const askWith = (settings: Partial<Agent>, question: string, signal: AbortSignal, key?: string) =>
    askTrial(agent.id, { settings, question, history: historyBefore(key), traits }, signal).then(
      shownOf,
    )

  async function tryUnsaved(question: string): Promise<void> {
    const key = crypto.randomUUID()
    const turn: Turn = { key, question, text: '', isLive: true, isTrial: true }
    setState((before) => ({ ...before, turns: [...before.turns, turn] }))
    trying.current = new AbortController()
    const signal = AbortSignal.any([running.current.signal, trying.current.signal])
    try {
      const reply = await askWith(changes, question, signal)
      changeTurn(key, { reply, text: reply.content ?? '', isLive: false })
    } catch (error) {
      if (!running.current.signal.aborted)
        changeTurn(
          key,
          signal.aborted ? { isLive: false, reply: STOPPED } : { isLive: false, error },
        )
    }
  }

  async function compare(turn: Turn): Promise<void> {
    const { signal } = running.current
    changeTurn(turn.key, { comparison: {} })
    try {
      const reply = await askWith(turn.isTrial ? {} : changes, turn.question, signal, turn.key)
      changeTurn(turn.key, { comparison: { reply } })
    } catch (error) {
      if (!signal.aborted) changeTurn(turn.key, { comparison: { error } })
    }
  }

  async function ask(question: string): Promise<void> {
    if (Object.keys(changes).length) return tryUnsaved(question)
    const { signal } = running.current
    const key = crypto.randomUUID()
    setState((before) => ({
      ...before,
      turns: [...before.turns, { key, question, text: '', isLive: true }],
    }))
    const answer = async () => {
      if (!opened.current) {
        if (!context.current && Object.keys(traits).length)
          context.current = await putTraits(email, traits)
        const { id } = await openConversation(agent.id, email, question, context.current)
        opened.current = id
        onOpen(id)
      }
      return askAndFollow(opened.current, question, signal, showIn(key))
    }
    await run(key, answer(), signal)
  }

  async function decide(turn: Turn, action: Action, decision: Decision): Promise<void> {
    const threadId = opened.current!
    const { signal } = running.current
    const asked = turn.reply!.id
    const place = { kind: 'conversation', threadId, replyId: asked } as const
    const next = await decideAction(place, action, decision)
    const readAsked = () => readMessage('conversation', threadId, asked) as Promise<Reply>
    const now = await readAsked()
    if (next.id === asked) return changeTurn(turn.key, { reply: now })
    const earlier = turn.earlier ?? []
    changeTurn(turn.key, {
      earlier: [...earlier, now],
      reply: undefined,
      text: '',
      isLive: true,
    })
    await run(turn.key, joinReply(threadId, next.id, signal, showIn(turn.key)), signal)
    // By then, the approved calls have an outcome.
    const then = await readAsked().catch(() => now)
    if (!signal.aborted) changeTurn(turn.key, { earlier: [...earlier, then] })
  }

  async function keepTraits(changed: object): Promise<void> {
    const id = await putTraits(email, changed)
    if (opened.current && context.current !== id) await setContext(opened.current, id)
    context.current = id
    setTraits(changed)
  }

  async function stop(): Promise<void> {
    if (state.turns.at(-1)?.isTrial) return trying.current.abort()
    const id = state.turns.at(-1)?.reply?.id
    if (!id || !opened.current) return
    await stopReply(opened.current, id).catch((error) => {
      // The reply finished before it could be stopped.
      if (!(error instanceof ApiError) || error.code !== 'reply_finished') throw error
    })
  }

  return {
    ...state,
    conversationId: opened.current,
    isBusy,
    traits,
    keepTraits,
    ask,
    stop,
    compare,
    decide,
    clear: () => setState(NOTHING),
  }
}

function turnsOf(messages: Awaited<ReturnType<typeof loadConversation>>['messages']): Turn[] {
  const turns: Turn[] = []
  for (const reply of messages) {
    if (reply.role !== 'assistant') continue
    const shown = { reply, text: reply.content ?? '', isLive: reply.status === 'processing' }
    const before = turns.at(-1)
    const waited = before?.reply as Reply | undefined
    if (before && waited && reply.continues === waited.id)
      turns[turns.length - 1] = {
        ...before,
        ...shown,
        earlier: [...(before.earlier ?? []), waited],
      }
    else
      turns.push({
        key: reply.id,
        question: messages.find(({ id }) => id === reply.in_reply_to)?.content ?? '…',
        ...shown,
      })
  }
  return turns
}
