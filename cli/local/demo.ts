import { randomBytes } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { agentRecords } from '../../shared/agents/agents.ts'
import { DEFAULT_POLICY } from '../../shared/agents/handoffPolicy.ts'
import {
  createApplication,
  findApplication,
  setAllowedOrigins,
} from '../../shared/applications/applications.ts'
import { widgetConfigurationRecords } from '../../shared/applications/widgetConfigurations.ts'
import { createConversation } from '../../shared/chat/threads.ts'
import { countEntries } from '../../shared/knowledge/entries.ts'
import { createEntry } from '../../shared/knowledge/knowledge.ts'
import type { Times } from '../../shared/lib/config/times.ts'
import type { Db } from '../../shared/lib/db/db.ts'
import { ensureOrganization } from '../../shared/people/organizations.ts'
import { type DemoOwner, ensureDemoOwner } from './demoOwner.ts'
import { ensureOrderTool } from './demoTool.ts'

export interface Demo {
  /** A file with the two credential headers, for `curl -H @file`. */
  headers: string
  organization_id: string
  conversation_id: string
  /** A file with the ids of the demo's records. */
  file: string
  owner: DemoOwner
}

/** The file's content. */
interface Ids {
  organization_id: string
  application_id: string
  client_id: string
  agent_id: string
  conversation_id: string
  /** Missing from older files, which had no widgets. */
  configuration_id?: string
  /** Missing from older files, which had no tools. */
  tool_id?: string | undefined
}

const DEMO = 'Demo'
/** Raises the limit, so that trying things out does not end after 100 requests in an hour. */
const DEMO_HOURLY_LIMIT = 10_000
const PAIRS = [
  [
    'When are you open?',
    'We are open Monday to Friday from 9 am to 6 pm, and on Saturdays from 10 am to 4 pm. On Sundays we are closed.',
  ],
  [
    'How long does delivery take?',
    'Orders placed before 2 pm leave our house the same day and arrive within two working days.',
  ],
  ['What does delivery cost?', 'Delivery costs 4.90 euros. Above 50 euros it is free.'],
  [
    'Can I return a plant?',
    'Yes. You can return any plant within 14 days, also when it has not survived the journey: a photo is enough for your money back.',
  ],
  [
    'How often should I water a monstera?',
    'Water a monstera about once a week in summer and every second week in winter, whenever the top two centimetres of soil are dry.',
  ],
  [
    'Do you sell gift cards?',
    'Yes, gift cards of 25, 50 and 100 euros. They arrive by email within minutes and are valid for three years.',
  ],
] as const

/**
 * Makes a shop with an agent, six Q/A pairs, a conversation for the first `curl`, and a widget. A
 * second start finds the shop by the file that the first start left.
 * @param origins of the demo's page, which may change at each start; the first one is that of the
 *   API
 */
export async function ensureDemo(
  db: Db,
  dataDir: string,
  origins: readonly string[],
  times: Times,
): Promise<Demo> {
  const file = join(resolve(dataDir), 'demo.json')
  const headers = join(resolve(dataDir), 'demo.headers')
  const before = await readFile(file, 'utf8').then(
    (text) => idsIn(text, file),
    () => undefined,
  )
  const known = before && (await findApplication(db, before.client_id))
  if (known) {
    await setAllowedOrigins(db, known, [...new Set([...known.allowed_origins, ...origins])])
    const configuration_id = await ensureWidget(db, before)
    const tool_id = await ensureOrderTool(db, before, origins[0]!, before.tool_id)
    if (configuration_id !== before.configuration_id || tool_id !== before.tool_id)
      await writeIds(file, { ...before, configuration_id, tool_id })
    const { organization_id, conversation_id } = before
    const owner = await ensureDemoOwner(db, dataDir, organization_id)
    return { headers, organization_id, conversation_id, file, owner }
  }

  const organization = await ensureOrganization(db, DEMO, DEMO_HOURLY_LIMIT)
  const { application, secret } = await createApplication(db, {
    organization_id: organization.id,
    name: 'Demo application',
    allowed_origins: [...new Set(origins)],
  })
  const agent =
    (await oldestAgent(db, organization.id)) ?? (await makeShop(db, organization.id, times))
  const conversation = await createConversation(db, organization.id, {
    agent_id: agent.id,
    customer_id: 'demo-customer',
    title: 'Demo conversation',
    locale: null,
    user_context_id: null,
    is_test: false,
    is_playground: false,
    metadata: {},
  })
  const made: Ids = {
    organization_id: organization.id,
    application_id: application.id,
    client_id: application.client_id,
    agent_id: agent.id,
    conversation_id: conversation.id,
  }
  made.configuration_id = await ensureWidget(db, made)
  made.tool_id = await ensureOrderTool(db, made, origins[0]!, undefined)
  // Does not overwrite a file that another user owns.
  for (const old of [headers, file]) await rm(old, { force: true })
  await writeFile(headers, `X-API-Key: ${application.client_id}\nX-API-Secret: ${secret}\n`, {
    mode: 0o600,
  })
  await writeIds(file, made)
  const organization_id = organization.id
  const owner = await ensureDemoOwner(db, dataDir, organization_id)
  return { headers, organization_id, conversation_id: conversation.id, file, owner }
}

/** @throws if the file is truncated or was edited */
function idsIn(text: string, file: string): Ids {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(
      `${file} is no JSON. Remove it: the next start makes another demo application.`,
      {
        cause: error,
      },
    )
  }
}

const writeIds = (file: string, ids: Ids) =>
  writeFile(file, `${JSON.stringify(ids, null, 2)}\n`, { mode: 0o600 })

/**
 * Creates or finds the shop's widget configuration.
 * @returns the id of the oldest configuration, or of a new one
 */
async function ensureWidget(db: Db, { organization_id, agent_id }: Ids): Promise<string> {
  const page = { limit: 1, order: 'asc' } as const
  const { rows } = await widgetConfigurationRecords.list(db, organization_id, {}, page)
  if (rows[0]) return rows[0].id
  const made = await widgetConfigurationRecords.create(db, organization_id, {
    name: 'Demo shop',
    agent_id,
    title: 'Flora from Greenleaf',
    greeting: 'Hello! What can I do for you and your plants?',
    suggested_questions: [PAIRS[4][0], 'Where is my order 1042?', PAIRS[3][0]],
    colors: { primary: '#2f6b4a' },
    offers_people: true,
  })
  return made.id
}

/**
 * A key for widget tokens, made once and kept with the data. @returns it as WIDGET_TOKEN_KEYS takes
 * it
 */
export const ensureSigningKey = (dataDir: string): Promise<string> =>
  ensureKey(
    join(resolve(dataDir), 'widget-token-key'),
    () => `embedded:${randomBytes(32).toString('base64url')}`,
    'Remove it. The next start makes a new key, and visitors get new tokens.',
  )

/**
 * A key for stored secrets, made once and kept with the data. @returns it as SECRET_KEYS takes it
 */
export const ensureSecretKey = (dataDir: string): Promise<string> =>
  ensureKey(
    join(resolve(dataDir), 'secret-key'),
    // Each key gets its own name, so that the error for a lost key can name it.
    () => `embedded-${randomBytes(4).toString('hex')}:${randomBytes(32).toString('base64url')}`,
    'Put it back from a copy: stored secrets, such as keys of connections, cannot be opened without it.',
  )

/** @param advice what to do if the file is damaged */
async function ensureKey(file: string, make: () => string, advice: string): Promise<string> {
  const before = await readFile(file, 'utf8').catch(() => undefined)
  if (before) {
    if (!/^embedded(?:-[0-9a-f]{8})?:[\w-]{43}\s*$/.test(before))
      throw new Error(`${file} has no whole key. ${advice}`)
    return before.trim()
  }
  const made = make()
  await writeFile(file, `${made}\n`, { mode: 0o600 })
  return made
}

/** Waits for the indexing worker, at most 10 s, so that the first question finds its answer. */
export async function untilDemoIsIndexed(db: Db, { organization_id }: Demo): Promise<void> {
  for (const until = Date.now() + 10_000; Date.now() < until; ) {
    if ((await countEntries(db, organization_id)).processing === 0) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function oldestAgent(db: Db, organizationId: string) {
  const { rows } = await agentRecords.list(db, organizationId, {}, { limit: 1, order: 'asc' })
  return rows[0]
}

async function makeShop(db: Db, organizationId: string, { wakeUpGraceMs }: Times) {
  const agent = await agentRecords.create(db, organizationId, {
    name: 'Flora',
    description: 'Answers the customers of Greenleaf, a shop for house plants.',
    tone: 'friendly',
    language: 'en',
    default_tasks: ['answer_questions', 'provide_support'],
    handoff_policy: { ...DEFAULT_POLICY, on_request: true },
    greeting: 'Hello! What can I do for you and your plants?',
  })
  const capacity = {
    organization: Number.MAX_SAFE_INTEGER,
    total: Number.MAX_SAFE_INTEGER,
    floor: 0,
  }
  for (const [question, answer] of PAIRS)
    await createEntry(
      db,
      organizationId,
      'qa',
      { question, answer, tags: ['demo'], source: 'manual', agent_ids: null },
      {
        request_id: 'demo',
        reply_to: null,
        deadline_seconds: 3600,
        wake_up_grace_ms: wakeUpGraceMs,
        capacity,
      },
    )
  return agent
}
