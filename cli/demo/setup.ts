import { randomBytes } from 'node:crypto'
import { DEFAULT_POLICY } from '../../shared/agents/handoffPolicy.ts'
import { enqueueEntries } from '../../shared/knowledge/indexJobs.ts'
import type { Db } from '../../shared/lib/db/db.ts'
import { hashSecret } from '../../shared/lib/secrets.ts'
import { insertPast, type PastRow } from '../../shared/retention/pastRows.ts'
import { DAY_MS, HOUR_MS, isWeekend } from './calendar.ts'
import { BOOKING } from './content/booking.ts'
import { BUSINESS } from './content/business.ts'
import { CAREERS } from './content/careers.ts'
import { DOCUMENTS } from './content/documents.ts'
import { SAVED_ANSWERS } from './content/handoffs.ts'
import { HELPDESK } from './content/helpdesk.ts'
import { ORDERS } from './content/orders.ts'
import { TEAM } from './content/people.ts'
import type { Topic } from './content/story.ts'
import { SUPPORT } from './content/support.ts'
import type { Random } from './random.ts'
import type { Source } from './replies.ts'
import type { StoryApplications } from './requests.ts'
import type { StoryAgent } from './threads.ts'

const STORIES = [SUPPORT, ORDERS, BOOKING, HELPDESK, BUSINESS, CAREERS]
/** How many days before the month everything was set up. */
const SETUP_DAYS = 14
/** How the agents hand off to people. Customers of the demo wait in peace, without a notice. */
const HANDOFF_POLICY = {
  ...DEFAULT_POLICY,
  on_request: true,
  on_topics: ['refund', 'complaint', 'Erstattung'],
  unanswered_minutes: 1_440,
}
const EDITORS = TEAM.filter(({ role }) => role === 'editor')

/** The records that existed when the month began. */
export interface Furniture {
  agents: StoryAgent[]
  applications: StoryApplications
  /** The people who answer customers. */
  colleagues: { id: string; name: string }[]
  sourceOf: (topic: Topic) => Source | undefined
  /** Ids of entries by their titles. */
  entryIds: ReadonlyMap<string, string>
}

interface Setup {
  random: Random
  organizationId: string
  /** When the month begins and ends, in milliseconds since 1970. */
  begin: number
  until: number
  passwordHash: string
}

/**
 * Stores users, agents, applications, a widget, the knowledge, which is queued for indexing, and
 * the audit events.
 */
export async function setUp(db: Db, setup: Setup): Promise<Furniture> {
  const { random, organizationId, begin, until, passwordHash } = setup
  const opened = begin - SETUP_DAYS * DAY_MS
  const made = (at: number) => ({
    id: random.id(at),
    created_at: new Date(at),
    updated_at: new Date(at),
  })
  const insert = (table: Parameters<typeof insertPast>[2], rows: PastRow[]) =>
    insertPast(db, organizationId, table, rows)

  const users = TEAM.map((person, index) => ({
    ...made(opened + index * HOUR_MS),
    ...person,
    password_hash: passwordHash,
    last_seen_at: new Date(until - (20 + 300 * index) * 60_000),
  }))
  const agents = STORIES.map((story, index) => ({
    row: made(opened + (2 + index) * HOUR_MS),
    story,
  }))
  const application = (name: string, hours: number, allowed_origins: string[]) => ({
    ...made(opened + hours * HOUR_MS),
    name,
    allowed_origins,
    client_id: `app_${random.id(opened).replaceAll('-', '')}`,
  })
  const widget = application('Website', 9, ['https://www.greenleaf.example'])
  const server = application('Backend', 10, [])
  const entries = makeEntries(
    setup,
    agents.map(({ row, story }) => ({ id: row.id, story })),
    opened,
  )

  await insert('users', users)
  await insert(
    'agents',
    agents.map(({ row, story }) => ({ ...row, ...DEFAULTS, ...story.fields })),
  )
  await insert('applications', [widget, server])
  await insert('application_secrets', [secretOf(setup, server.id, opened)])
  const shop = { name: 'Website', title: 'Flora from Greenleaf', greeting: SUPPORT.fields.greeting }
  await insert('widget_configurations', [
    {
      ...made(opened + 12 * HOUR_MS),
      ...shop,
      agent_id: agents[0]!.row.id,
      colors: { primary: '#2f6b4a' },
      offers_people: true,
      suggested_questions: SUPPORT.topics.slice(0, 3).map(({ asks }) => asks[0]),
    },
  ])
  await insert(
    'saved_answers',
    SAVED_ANSWERS.map((answer, index) => ({ ...made(opened + (13 + index) * HOUR_MS), ...answer })),
  )
  await insert(
    'knowledge_entries',
    entries.map(({ row }) => row),
  )
  await insert(
    'knowledge_files',
    entries.flatMap(({ row, text }) =>
      text ? [{ entry_id: row.id, bytes: `\\x${Buffer.from(text).toString('hex')}` }] : [],
    ),
  )
  await enqueueEntries(
    db,
    organizationId,
    entries.map(({ row }) => row.id),
    // No wake-up is sent, so the sweep takes the jobs at once. The deadline is a week, because the
    // workers may be started later.
    { request_id: 'demo', reply_to: null, deadline_seconds: 7 * 86_400, wake_up_grace_ms: 0 },
  )

  const targets = [
    ...agents.map(({ row, story }) => ({ ...row, kind: 'agent', label: story.fields.name })),
    ...[widget, server].map((row) => ({ ...row, kind: 'application', label: row.name })),
    ...entries.map(({ row, source }) => ({ ...row, label: source.title })),
  ]
  await insert('audit_events', makeAuditEvents(setup, users, targets as Target[]))

  const sources = new Map(entries.map(({ source }) => [source.title, source]))
  return {
    agents: agents.map(({ row, story }) => ({ id: row.id, story })),
    applications: { widget, server },
    colleagues: users.filter(({ role }) => role !== 'viewer'),
    sourceOf: ({ source, asks }) =>
      source ? sources.get(source === 'pair' ? asks[0]! : source.replace('.md', '')) : undefined,
    entryIds: new Map([...sources.values()].map(({ id, title }) => [title, id])),
  }
}

/** Makes a secret and throws it away: an owner issues another one in the dashboard. */
const secretOf = ({ random, until }: Setup, application_id: string, opened: number) => ({
  id: random.id(opened),
  application_id,
  hint: '7f3a',
  last_used_at: new Date(until),
  secret_hash: `\\x${hashSecret(randomBytes(32).toString('hex')).toString('hex')}`,
  created_at: new Date(opened),
})

/**
 * Defaults for columns that some agents leave out: rows stored together must have the same columns.
 */
const DEFAULTS = {
  instructions: null,
  require_grounding: false,
  handoff_policy: HANDOFF_POLICY,
}

/** Every pair that a topic needs, and the files. */
function makeEntries({ random }: Setup, agents: readonly StoryAgent[], opened: number) {
  const entryAt = (at: number, kind: Source['kind'], title: string) => ({
    id: random.id(at),
    kind,
    status: 'pending',
    request_id: 'demo',
    created_at: new Date(at),
    updated_at: new Date(at),
    question: null,
    answer: null,
    title: null,
    tags: [] as string[],
    source: null,
    agent_ids: null,
    file_type: null,
    file_name: null,
    size_bytes: null,
    ...(kind === 'qa'
      ? { question: title, source: 'manual' }
      : { title, file_name: title, file_type: 'md' }),
  })
  const pairs = agents.flatMap(({ id, story }, index) =>
    story.topics
      .filter(({ source }) => source === 'pair')
      .map(({ asks, answer }, number) => {
        const row = entryAt(opened + (24 * (1 + index) + number / 4) * HOUR_MS, 'qa', asks[0]!)
        // The staff's questions are for the help desk's agent alone.
        const agent_ids = story === HELPDESK ? [id] : null
        return { row: { ...row, answer, tags: [story.tag], agent_ids }, text: undefined }
      }),
  )
  const helpdesk = agents.find(({ story }) => story === HELPDESK)!.id
  const files = Object.entries(DOCUMENTS).map(([name, text], index) => {
    const row = entryAt(opened + (200 + index) * HOUR_MS, 'file', name)
    const agent_ids = name.startsWith('Staff') ? [helpdesk] : null
    return {
      row: { ...row, size_bytes: Buffer.byteLength(text), agent_ids, tags: ['document'] },
      text,
    }
  })
  return [...pairs, ...files].map(({ row, text }) => ({
    row,
    text,
    // An uploaded file without a name gets its own title.
    source: {
      id: row.id,
      kind: row.kind,
      title: row.question ?? row.title!.replace('.md', ''),
    } as Source,
  }))
}

interface Target {
  id: string
  created_at: Date
  kind: string
  label: string
  answer?: string | null
}

/** Makes audit events: the set-up, sign-ins on weekdays, and changes during the month. */
function makeAuditEvents(
  { random, begin, until }: Setup,
  users: (PastRow & { id: string; email: string })[],
  targets: Target[],
) {
  const owner = users[0]!
  const event = (
    at: number,
    by: { id: string; email: string },
    action: string,
    target: Partial<Target>,
    changes = {},
  ) => ({
    id: random.id(at),
    created_at: new Date(at),
    actor_kind: 'user',
    actor_id: by.id,
    actor: by.email,
    action,
    target_kind: action.split('.')[0]!,
    target_id: target.id ?? null,
    target_label: target.label ?? null,
    changes,
    request_id: random.id(at),
    address: `192.0.2.${10 + random.whole(4)}`,
  })
  const editor = () =>
    random.pick(users.filter(({ email }) => EDITORS.some((editor) => editor.email === email)))
  const setUpBy = ({ kind }: Target) => (['agent', 'application'].includes(kind) ? owner : editor())
  const events = targets.map((target) =>
    event(target.created_at.getTime(), setUpBy(target), `${target.kind}.created`, target),
  )
  for (let day = begin; day < until; day += DAY_MS) {
    const at = day + 7 * HOUR_MS + random.whole(2 * HOUR_MS)
    if (isWeekend(day) || at > until) continue
    const by = random.chance(0.5) ? owner : editor()
    events.push(event(at, by, 'user.signed_in', { id: by.id, label: by.email }))
    if (!random.chance(0.35) || at + HOUR_MS > until) continue
    const { answer, ...target } = random.pick(
      targets.filter((target) => target.answer?.includes('. ')),
    )
    const added = { answer: { before: answer!.slice(0, answer!.indexOf('. ') + 1), after: answer } }
    events.push(event(at + HOUR_MS, editor(), 'qa.changed', target, added))
  }
  const [flora] = targets as [Target]
  const greeting = { before: 'Hello!', after: SUPPORT.fields.greeting }
  events.push(event(begin + 9 * DAY_MS, owner, 'agent.changed', flora, { greeting }))
  return events
}
