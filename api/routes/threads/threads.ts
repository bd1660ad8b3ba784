import { agentRecords } from '../../../shared/agents/agents.ts'
import { AGENT_INACTIVE } from '../../../shared/chat/accept.ts'
import { presentThread } from '../../../shared/chat/presentThread.ts'
import {
  type Thread,
  type ThreadKind,
  threadRecords,
  visitorFilter,
} from '../../../shared/chat/threads.ts'
import type { Db } from '../../../shared/lib/db/db.ts'
import { AppError } from '../../../shared/lib/errors.ts'
import { storedJson } from '../../../shared/lib/storable.ts'
import { mailTranscript } from '../../../shared/mail/mails.ts'
import type { Ctx } from '../../context.ts'
import { seenBy } from '../../http/etags.ts'
import { flag, languageTag, type Schema, uuid } from '../../http/schemas.ts'
import { mailsAtEnd } from '../../mail/atTheEnd.ts'
import { agentsOf } from '../records/agentReach.ts'
import { changesOf } from '../records/changes.ts'
import type { Reach } from '../records/crud.ts'
import { idOf } from '../records/ids.ts'

/** The kinds of threads in the names of schemas and operations. */
export const THREAD_NAMES = {
  session: 'Session',
  conversation: 'Conversation',
} as const satisfies Record<ThreadKind, string>

/** The fields that sessions and conversations share. */
export const threadFields = {
  agent_id: uuid('Id of the agent that answers.'),
  locale: languageTag(
    'Language of the user',
    'An agent without a `language` of its own replies in it.',
  ),
  metadata: {
    ...storedJson,
    default: {},
    description: 'Your free-form data; stored unchanged, and not shown to the model.',
  },
} as const

/** The field of their records that marks test threads. */
export const isTest = flag(
  'Whether a test key (`sk_test_…`) opened it: no figure counts it, and it is deleted a day later.',
)

/** Which messages a list has. */
export const visibility = {
  type: 'string',
  enum: ['public', 'all'],
  default: 'public',
  description:
    '`public`: what the customer may see; `all`: also the internal notes of people. With a widget token always `public`.',
} as const

/** The field of their records that says who answers. */
export const handledBy = {
  type: 'string',
  enum: ['agent', 'human'],
  description: 'Who answers: the `agent`, or people (`human`) from a handoff until they return it.',
} as const

const closed = {
  type: 'string',
  enum: ['closed'],
  description: 'Closes it for good: it accepts no more messages.',
} as const

/** Makes the schema of their PATCH. The agent of a thread never changes. */
export const threadChanges = (properties: Readonly<Record<string, Schema>>) =>
  changesOf({ properties: { ...properties, status: closed }, required: ['status'] }, ['agent_id'])

/**
 * Reads the session or conversation of the path, within the caller's reach. @throws AppError
 * not_found
 */
export async function threadOf(
  ctx: Ctx,
  kind: ThreadKind,
  parameter = `${kind}_id`,
): Promise<Thread> {
  const { organization_id } = ctx.state.caller
  return threadRecords[kind].get(
    ctx.db,
    organization_id,
    idOf(ctx, kind, parameter),
    threadReach.changes(ctx),
  )
}

/** Returns the place of the thread in the path. @throws AppError not_found */
export async function placeOf(ctx: Ctx, kind: ThreadKind) {
  const { id } = await threadOf(ctx, kind)
  return { organization_id: ctx.state.caller.organization_id, id, kind }
}

/**
 * Checks that the caller reaches the thread of the path. Costs nothing for a caller that reaches
 * all threads.
 */
export async function requireThread(ctx: Ctx, kind: ThreadKind, parameter = 'id'): Promise<void> {
  const { agent_ids, limited_key_id } = ctx.state.caller
  if (agent_ids || limited_key_id) await threadOf(ctx, kind, parameter)
}

/**
 * The threads that the caller reaches. The lists of a key have either test threads or live threads,
 * by its kind.
 */
export const threadReach: Reach = {
  reads(ctx) {
    const { kind, is_test } = ctx.state.caller
    return {
      ...threadReach.changes(ctx),
      ...(kind === 'application' && { is_test: String(is_test) }),
    }
  },
  changes(ctx) {
    const { organization_id, subject, context_id, is_test } = ctx.state.caller
    return {
      ...(subject !== null && { visitor: visitorFilter({ organization_id, subject, context_id }) }),
      ...(is_test && { is_test: 'true' }),
      agents: agentsOf(ctx),
    }
  },
}

/**
 * Changes a thread. If this closes the thread and its agent mails transcripts, the mail is queued
 * in the same transaction.
 * @param locking done first in the transaction, if any
 * @throws AppError not_found, precondition_failed; what `locking` throws
 */
export async function changeThread(
  ctx: Ctx,
  kind: ThreadKind,
  id: string,
  changes: Partial<Thread>,
  locking?: (db: Db) => Promise<unknown>,
): Promise<Thread> {
  const { organization_id } = ctx.state.caller
  const isMailed = changes.status === 'closed' && (await mailsAtEnd(ctx, id))
  const check = seenBy(ctx, presentThread)
  const change = (db: Db) => threadRecords[kind].change(db, organization_id, id, changes, check)
  if (!isMailed && !locking) return change(ctx.db)
  return ctx.db.transaction(async (db) => {
    await locking?.(db)
    const changed = await change(db)
    if (isMailed) await mailTranscript(db, organization_id, id)
    return changed
  })
}

/** Refuses an agent that takes no new threads. @throws AppError not_found, agent_inactive */
export async function requireActiveAgent(
  db: Db,
  organizationId: string,
  agentId: string,
): Promise<void> {
  const agent = await agentRecords.get(db, organizationId, agentId)
  if (!agent.is_active) throw new AppError('agent_inactive', AGENT_INACTIVE)
}
