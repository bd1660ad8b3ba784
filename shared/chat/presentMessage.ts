import { fieldsOf } from '../lib/db/present.ts'
import { toFinishReason } from '../models/finishReason.ts'
import { presentAction, presentCallOfReply } from '../tools/presentToolCall.ts'
import {
  automaticReason,
  type Citation,
  HANDS_OFF,
  type Message,
  questionOf,
  type ShownUsage,
  type Supported,
} from './messages.ts'

const present = fieldsOf<Citation>(undefined, [
  'knowledge_id',
  'call_id',
  'kind',
  'title',
  'url',
  'page',
  'quote',
  'score',
])

/** Presents a citation. Replies from before December 2026 name no calls, older ones no pages. */
export const presentCitation = (stored: Citation, isForVisitor: boolean) =>
  present({
    ...stored,
    page: stored.page ?? null,
    call_id: stored.call_id ?? null,
    // The result of a call may have fields that the customer must not see.
    quote: isForVisitor && stored.kind === 'tool' ? '' : stored.quote,
  })

/** Presents tokens and cost. Workers of earlier versions store no cached tokens. */
export const presentUsage = (usage: ShownUsage) => ({
  input_tokens: usage.input_tokens,
  cached_tokens: usage.cached_tokens ?? 0,
  output_tokens: usage.output_tokens,
  total_tokens: usage.input_tokens + usage.output_tokens,
  cost_usd: usage.cost_usd,
})

/** Orders the fields, which the database does not. Replies of earlier versions have none. */
export const presentSupported = (stored: Supported | null | undefined): Supported | null =>
  stored ? { sentences: stored.sentences, of: stored.of } : null

/** The fields of a reply that visitors do not see. */
const HIDDEN = { usage: null, model: null, fallback_for: null }

/**
 * Presents a question, a reply or a message of a person. A reply also shows its model, usage, tool
 * calls and state.
 * @param isForVisitor leaves out the cost of a reply, its model, and the tools behind it
 */
export function presentMessage(message: Message, isForVisitor = false) {
  const { id, role, status, content, agent_id, metadata, request_id } = message
  const { created_at, updated_at, completed_at } = message
  const common = {
    object: 'message',
    id,
    role,
    // Clients need not distinguish queued replies from running replies.
    status: status === 'queued' ? 'processing' : status,
    content,
    [`${message.thread_kind}_id`]: message.thread_id,
    agent_id,
    metadata,
    request_id,
    created_at,
    updated_at,
    completed_at,
  }
  const attachments = message.attachments ?? []
  if (role === 'user') return { ...common, attachments }
  if (role === 'human_agent')
    return {
      ...common,
      attachments,
      author: message.author_name,
      author_photo: message.author_photo,
      author_id: isForVisitor ? null : message.author_id,
      visibility: message.is_internal ? 'internal' : 'public',
      automatic: automaticReason(message),
    }
  const { usage, model, fallback_for } = isForVisitor ? HIDDEN : message
  const calls = message.tool_calls ?? []
  return {
    ...common,
    in_reply_to: questionOf(message),
    continues: message.asked_id ? message.in_reply_to : null,
    citations: message.citations.map((citation) => presentCitation(citation, isForVisitor)),
    grounded: message.grounded,
    supported: presentSupported(message.supported),
    tool_calls: calls.map((call) => presentCallOfReply(call, isForVisitor)),
    actions: calls
      .filter(({ decides }) => decides)
      .map((call) => presentAction(call, isForVisitor)),
    usage: usage && presentUsage(usage),
    model,
    fallback_for,
    finish_reason: message.finish_reason && shownReason(message.finish_reason),
    error: message.error,
    latency_ms: completed_at && completed_at.getTime() - created_at.getTime(),
  }
}

/** Returns the reason as readers see it. Rows from before November 2026 have the provider's word. */
const shownReason = (reason: string) => (reason === HANDS_OFF ? reason : toFinishReason(reason))
