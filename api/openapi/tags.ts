import type { CredentialKind } from '../context.ts'
import type { Json } from './schemas.ts'

type Texts = Readonly<Record<string, readonly [name: string, description: string]>>

/** Tags for servers, in the order in which a developer needs them. */
const FOR_SERVERS: Texts = {
  sessions: ['Sessions', 'Chats of anonymous visitors.'],
  conversations: ['Conversations', 'Chats of known customers, which last.'],
  messages: [
    'Messages',
    'Questions and their replies, in sessions and in conversations. With `Accept: text/event-stream` a reply streams while the model writes it.',
  ],
  handoffs: ['Handoffs', 'People take chats over from the agent, and return them.'],
  inbox: ['Inbox', 'The chats that people have, and saved answers for them.'],
  threads: ['Threads', 'Sessions and conversations together: to find, count and export them.'],
  contexts: ['Contexts', 'What you know of a user.'],
  knowledge: ['Knowledge', 'What agents know: question/answer pairs, files, web pages.'],
  feedback: ['Feedback', 'What readers think of replies.'],
  events: ['Events', 'What has happened, in order.'],
}

/** The other tags: administration, and operations for people only. */
const FURTHER: Texts = {
  agents: ['Agents', 'Personas that answer.'],
  'widget-configurations': ['Widgets', 'How an embedded chat looks and what it says.'],
  auth: ['Widget tokens', "Tokens for visitors' browsers."],
  analytics: [
    'Analytics',
    'Questions and answers, requests, usage, keys and limits of your organization.',
  ],
  service: ['Service', 'Whether the service works.'],
  'webhook-endpoints': ['Webhooks', 'Signed requests that notify your servers of what happens.'],
  tools: ['Tools', 'Requests to your systems that agents can have made.'],
  'mcp-servers': ['MCP servers', 'Servers of the Model Context Protocol, and their tools.'],
  'knowledge-base': ['Uploads', 'Files that become knowledge.'],
  applications: ['Applications', 'Credentials, the origins that they serve, and their limits.'],
  organization: ['Organization', 'Your organization, its limits and hours.'],
  connections: ['Connections', 'Servers of models, with keys of your own.'],
  budgets: ['Budgets', 'Limits on what models may cost.'],
  users: ['Users', 'The people of your organization, and their roles.'],
  invitations: ['Invitations', 'Links by which people get an account.'],
  account: ['Account', "A user's own name, password, sessions and photo."],
  'audit-events': ['Audit events', 'Who changed what.'],
  dashboard: ['Dashboard', 'Signing in, and what an open page follows.'],
}

const TEXTS: Texts = { ...FOR_SERVERS, ...FURTHER }

/** The tags of operations, in their order. */
export const TAGS = Object.keys(TEXTS)

export const describeTag = (tag: string): string => TEXTS[tag]![1]

/** Paths that belong to an area of another name. */
const AREAS: Record<string, string> = {
  models: 'agents',
  'agent-activity': 'agents',
  deliveries: 'webhook-endpoints',
  alerts: 'analytics',
  attention: 'analytics',
  'password-resets': 'account',
  'single-sign-on': 'organization',
  'thread-events': 'dashboard',
  'saved-answers': 'inbox',
  'tool-calls': 'tools',
}

/** Returns the tag of the area that a path begins with. */
export function areaOf(path: string): string {
  const [first = ''] = path.replace(/^\/(api\/v1\/)?/, '').split('/')
  const name = AREAS[first] ?? first
  return name in TEXTS ? name : 'service'
}

const IN_THREAD =
  /\/(?:sessions|conversations)\/\{\w+\}\/(messages|feedback|handoffs?|assign|return|events|presence|suggestion|contact|transcript|attachments|read)/
const OF_OTHERS: Record<string, string> = {
  handoff: 'handoffs',
  assign: 'handoffs',
  return: 'handoffs',
  events: 'messages',
  presence: 'messages',
  contact: 'handoffs',
  transcript: 'handoffs',
  attachments: 'messages',
  suggestion: 'dashboard',
  read: 'dashboard',
}

/**
 * Returns the tag of an operation: its area, except for messages, feedback and handoffs, which have
 * their own.
 */
export function tagOf(path: string): string {
  const [, last = ''] = IN_THREAD.exec(path) ?? []
  return OF_OTHERS[last] ?? (last || areaOf(path))
}

/** Returns the tags whose operations take the credentials of signed-in users and no others. */
export function tagsForPeople(
  operations: readonly { path: string; metadata: { credentials?: readonly CredentialKind[] } }[],
): ReadonlySet<string> {
  const credentialsOf = (tag: string) =>
    operations
      .filter(({ path }) => tagOf(path) === tag)
      .flatMap(({ metadata }) => metadata.credentials ?? [])
  return new Set(
    TAGS.filter((tag) => {
      const kinds = credentialsOf(tag)
      return kinds.length > 0 && kinds.every((kind) => kind === 'dashboard')
    }),
  )
}

/** `tags` and `x-tagGroups` of the document. */
export function describeTags(forPeople: ReadonlySet<string>): Json {
  const further = Object.keys(FURTHER)
  return {
    tags: TAGS.map((name) => ({
      name,
      'x-displayName': TEXTS[name]![0],
      description: TEXTS[name]![1],
    })),
    'x-tagGroups': [
      { name: 'For your server', tags: Object.keys(FOR_SERVERS) },
      { name: 'Administration', tags: further.filter((tag) => !forPeople.has(tag)) },
      {
        name: "The dashboard's own",
        description: OWN,
        tags: further.filter((tag) => forPeople.has(tag)),
      },
    ],
  }
}

const OWN =
  "These routes are the dashboard's own: they take the cookie of a signed-in user, and no key."
