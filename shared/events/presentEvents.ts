import { agentRecords } from '../agents/agents.ts'
import { presentAgent } from '../agents/presentAgent.ts'
import { alertRecords } from '../alerts/alerts.ts'
import { presentAlert } from '../alerts/presentAlert.ts'
import { someSecrets } from '../applications/applicationRecords.ts'
import { someIdentitySecrets } from '../applications/identitySecrets.ts'
import { budgetRecords, readSpending } from '../budgets/budgets.ts'
import { presentBudget } from '../budgets/presentBudget.ts'
import { feedbackRecords } from '../chat/feedback.ts'
import { someMessages } from '../chat/messages.ts'
import { presentFeedback } from '../chat/presentFeedback.ts'
import { presentMessage } from '../chat/presentMessage.ts'
import { presentThread } from '../chat/presentThread.ts'
import { anyThread, type Thread, type ThreadKind } from '../chat/threads.ts'
import { presentHandoff } from '../handoffs/presentHandoff.ts'
import { handoffRecords } from '../handoffs/records.ts'
import { anyEntry } from '../knowledge/knowledge.ts'
import { presentEntry } from '../knowledge/presentEntry.ts'
import { recordsOf } from '../lib/db/crud.ts'
import type { Db } from '../lib/db/db.ts'
import { connectionRecords } from '../models/storedConnections.ts'
import { invitationRecords } from '../people/invitations.ts'
import { getOrganization } from '../people/organizations.ts'
import { someUsers } from '../people/users.ts'
import { presentToolCall } from '../tools/presentToolCall.ts'
import { someToolCalls } from '../tools/toolCalls.ts'
import type { EventName, EventRow, EventTarget } from './eventTypes.ts'
import {
  type PresentedEndpoint,
  presentConnection,
  presentEndpoint,
  presentIdentitySecret,
  presentInvitation,
  presentOrganization,
  presentSecret,
  presentUser,
} from './guardedRecords.ts'

/** An event as the feed shows it and webhooks deliver it. `JSON.stringify` of it is the body. */
export interface PresentedEvent {
  id: string
  object: 'event'
  type: EventName
  created_at: Date
  /** Counts the events of the thread from 1; null: the event has no thread. */
  sequence: number | null
  thread_id: string | null
  agent_id: string | null
  is_test: boolean
  facts: Record<string, unknown>
  /** The record as it is now, or its `id` and `object` with `deleted: true`. */
  data: object
}

/**
 * Presents events in the order of `rows`, each with the current state of its record. So an event
 * never shows anything that was deleted or erased since. Makes one or two statements per
 * organization and kind of record, however many rows.
 */
export async function presentEvents(db: Db, rows: readonly EventRow[]): Promise<PresentedEvent[]> {
  const records = new Map<string, object>()
  for (const [organizationId, own] of groupsOf(rows, ({ organization_id }) => organization_id)) {
    const threadIds = new Set(own.flatMap(({ thread_id }) => thread_id ?? []))
    const threads = threadIds.size ? await anyThread.some(db, organizationId, [...threadIds]) : []
    const batch = {
      db,
      organizationId,
      threads: new Map(threads.map((thread) => [thread.id, thread])),
    }
    for (const [kind, some] of groupsOf(own, ({ target_kind }) => target_kind)) {
      const ids = [...new Set(some.map(({ target_id }) => target_id))]
      for (const [id, record] of await READERS[kind](batch, ids))
        records.set(keyOf(organizationId, kind, id), record)
    }
  }
  return rows.map(({ id, organization_id, type, target_kind, target_id, ...row }) => ({
    id,
    object: 'event',
    type,
    created_at: row.created_at,
    sequence: row.sequence,
    thread_id: row.thread_id,
    agent_id: row.agent_id,
    is_test: row.is_test,
    facts: row.facts,
    data: records.get(keyOf(organization_id, target_kind, target_id)) ?? {
      id: target_id,
      object: target_kind,
      deleted: true,
    },
  }))
}

const keyOf = (organizationId: string, kind: EventTarget, id: string) =>
  `${organizationId} ${kind} ${id}`

function groupsOf<Key>(
  rows: readonly EventRow[],
  by: (row: EventRow) => Key,
): Map<Key, EventRow[]> {
  const groups = new Map<Key, EventRow[]>()
  for (const row of rows) {
    const group = groups.get(by(row))
    if (group) group.push(row)
    else groups.set(by(row), [row])
  }
  return groups
}

interface Batch {
  db: Db
  organizationId: string
  /** The threads of the events, without deleted threads. */
  threads: ReadonlyMap<string, Thread>
}

/** Reads records and presents them, each with its id. Leaves out deleted records. */
type RecordReader = (batch: Batch, ids: readonly string[]) => Promise<Shown[]>
type Shown = [id: string, record: object]

const shown = <Row extends { id: string }>(rows: readonly Row[], present: (row: Row) => object) =>
  rows.map((row): Shown => [row.id, present(row)])

/** @param read leaves out deleted rows */
const readerOf =
  <Row extends { id: string }>(
    read: (db: Db, organizationId: string, ids: readonly string[]) => Promise<Row[]>,
    present: (row: Row) => object,
  ): RecordReader =>
  async ({ db, organizationId }, ids) =>
    shown(await read(db, organizationId, ids), present)

/** Makes a reader of rows that belong to threads, presented by the kind of their thread. */
function ofThreads<Row extends { id: string; thread_id: string }>(
  read: (db: Db, organizationId: string, ids: readonly string[]) => Promise<Row[]>,
  present: (kind: ThreadKind, row: Row) => object,
): RecordReader {
  return async ({ db, organizationId, threads }, ids) => {
    const found = await read(db, organizationId, ids)
    return found.flatMap((row): Shown[] => {
      const thread = threads.get(row.thread_id)
      return thread ? [[row.id, present(thread.kind, row)]] : []
    })
  }
}

const readThreads: RecordReader = async ({ threads }, ids) =>
  shown(
    ids.flatMap((id) => threads.get(id) ?? []),
    presentThread,
  )

const endpoints = recordsOf<PresentedEndpoint>({
  table: 'webhook_endpoints',
  name: 'webhook endpoint',
})

const READERS: Record<EventTarget, RecordReader> = {
  session: readThreads,
  conversation: readThreads,
  // The rows of a deleted agent's threads stay until housekeeping deletes them.
  async message({ db, organizationId, threads }, ids) {
    const found = await someMessages(db, organizationId, ids)
    return shown(
      found.filter(({ thread_id }) => threads.has(thread_id)),
      (message) => presentMessage(message),
    )
  },
  handoff: ofThreads(handoffRecords.some, presentHandoff),
  async tool_call({ db, organizationId, threads }, ids) {
    const found = await someToolCalls(db, organizationId, ids)
    return shown(
      found.filter(({ thread_id }) => threads.has(thread_id)),
      presentToolCall,
    )
  },
  feedback: ofThreads(feedbackRecords.some, presentFeedback),
  async budget({ db, organizationId }, ids) {
    const found = await budgetRecords.some(db, organizationId, ids)
    const spent = await readSpending(db, organizationId, ids)
    return found.flatMap((row): Shown[] => {
      const spending = spent.get(row.id)
      return spending ? [[row.id, presentBudget(row, spending)]] : []
    })
  },
  async organization({ db, organizationId }) {
    return shown([await getOrganization(db, organizationId)], presentOrganization)
  },
  alert: readerOf(alertRecords.some, presentAlert),
  agent: readerOf(agentRecords.some, presentAgent),
  knowledge_entry: readerOf(anyEntry.some, presentEntry),
  connection: readerOf(connectionRecords.some, presentConnection),
  secret: readerOf(someSecrets, presentSecret),
  identity_secret: readerOf(someIdentitySecrets, presentIdentitySecret),
  user: readerOf(someUsers, presentUser),
  invitation: readerOf(invitationRecords.some, presentInvitation),
  webhook_endpoint: readerOf(endpoints.some, presentEndpoint),
}
