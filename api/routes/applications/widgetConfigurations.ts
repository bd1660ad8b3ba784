import Router from '@koa/router'
import type { FromSchema } from 'json-schema-to-ts'
import { agentRecords } from '../../../shared/agents/agents.ts'
import {
  type WidgetConfiguration,
  widgetConfigurationRecords,
} from '../../../shared/applications/widgetConfigurations.ts'
import { notFound } from '../../../shared/lib/errors.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { answer } from '../../http/envelope.ts'
import { ifMatch, tagOf } from '../../http/etags.ts'
import { idempotently } from '../../http/idempotent.ts'
import { operation } from '../../http/operation.ts'
import {
  allOrNull,
  deleted,
  flag,
  languageTag,
  many,
  object,
  one,
  orNull,
  presenter,
  record,
  type Schema,
  uuid,
} from '../../http/schemas.ts'
import { authenticate } from '../../middleware/authenticate.ts'
import { rateLimit, rateLimitReads } from '../../middleware/rateLimit.ts'
import { validateChanges, validateNew } from '../../middleware/validate.ts'
import { reachesAgent } from '../records/agentReach.ts'
import { changesOf } from '../records/changes.ts'
import { changeRecord, handlersOf } from '../records/crud.ts'
import { idOf } from '../records/ids.ts'
import { validatePage } from '../records/paging.ts'

const color = (of: string) =>
  ({
    type: 'string',
    pattern: '^#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$',
    examples: ['#2e7d32'],
    description: `Colour of ${of}, as \`#rrggbb\` or \`#rgb\`.`,
  }) as const
const words = (description: string) =>
  ({
    type: 'string',
    minLength: 1,
    maxLength: 300,
    pattern: '\\S',
    examples: ['Ask us'],
    description,
  }) as const

const newWidgetConfiguration = {
  type: 'object',
  additionalProperties: false,
  required: ['name'],
  properties: {
    name: {
      type: 'string',
      minLength: 1,
      maxLength: 120,
      pattern: '\\S',
      examples: ['Shop'],
      description:
        'Name of the configuration for people; visitors do not see it. Must not be blank.',
    },
    agent_id: uuid(
      'Id of the agent that answers, unless the page names an agent by `data-assistant-id`.',
    ),
    title: {
      type: 'string',
      maxLength: 80,
      description:
        "Heading of the chat. Default: the widget's own, in the language of the visitor.",
    },
    greeting: {
      type: 'string',
      maxLength: 1000,
      description:
        "First words in the chat, before a question is asked; may be Markdown. Default: the widget's own, in the language of the visitor.",
    },
    suggested_questions: {
      type: 'array',
      maxItems: 6,
      description:
        'Questions that a visitor can ask by a click, below the greeting. Default: none.',
      items: {
        type: 'string',
        minLength: 1,
        maxLength: 200,
        pattern: '\\S',
        examples: ['Where is my parcel?'],
      },
    },
    colors: {
      type: 'object',
      description:
        'Colours of the widget. Omitted colours follow from the others, with a readable contrast.',
      additionalProperties: false,
      properties: {
        primary: color("the button, the header and the visitor's messages"),
        primary_text: color('text and icons on `primary`'),
        background: color('the background of the chat'),
        text: color('text on the background'),
        bubble: color("the agent's messages"),
        bubble_text: color("text in the agent's messages"),
      },
    },
    position: {
      type: 'string',
      enum: ['bottom-right', 'bottom-left'],
      description: 'Corner of the page in which the button is. Default: `bottom-right`.',
    },
    theme: {
      type: 'string',
      enum: ['auto', 'light', 'dark'],
      description:
        "Whether the chat is light or dark; `auto` follows the visitor's system. Default: `auto`.",
    },
    locale: languageTag(
      "Language of the widget's own words",
      "The `data-locale` of the widget's tag overrides it. Default: the language of the page, or of the browser.",
    ),
    texts: {
      type: 'object',
      description:
        "Words in place of the widget's own, in every language. Omitted words stay the widget's own.",
      additionalProperties: false,
      properties: {
        open: words('Name of the button that opens the chat.'),
        close: words('Name of the buttons that close the chat.'),
        placeholder: words('Shown in the empty message field.'),
        send: words('Name of the button that sends a message.'),
        retry: words('Button below a message that failed.'),
        new_session: words('Button that begins a new chat.'),
        typing: words('Read by screen readers while a reply is awaited.'),
        disclaimer: words('Small print below the chat.'),
        offline: words('Shown while the server does not answer, or the visitor is offline.'),
        failed: words('Shown in place of a reply that failed.'),
        limit_reached: words('Shown when a limit on messages is reached.'),
        agent_inactive: words('Shown when the agent is not active.'),
        session_ended: words('Shown when the session was closed or has expired.'),
      },
    },
    remember: flag(
      'Whether the browser keeps the chats of a visitor for later visits, in `localStorage`, and all tabs share them. The law may ask for consent. Default: false.',
    ),
    offers_people: flag(
      'Whether visitors can ask for a person, who then answers instead of the agent. Default: false.',
    ),
  },
  examples: [
    {
      name: 'Shop',
      title: 'Ask Greenleaf',
      greeting: 'Hello! What can I do for you?',
      suggested_questions: ['Where is my parcel?'],
      colors: { primary: '#2e7d32', primary_text: '#ffffff' },
      position: 'bottom-right',
    },
  ],
} as const
type NewWidgetConfiguration = FromSchema<typeof newWidgetConfiguration>

const { agent_id, title, greeting, locale, ...always } = newWidgetConfiguration.properties
const widgetConfiguration = record(
  'WidgetConfiguration',
  'How an embedded chat looks and what it says.',
  {
    ...always,
    agent_id: orNull(agent_id, 'not given, or the agent was deleted'),
    ...allOrNull({ title, greeting, locale }),
  },
)
const present = presenter<WidgetConfiguration>(widgetConfiguration)

/** The configuration as a widget reads it. */
const readConfiguration = object(
  'ReadWidgetConfiguration',
  'How an embedded chat looks and what it says, and what its agent allows.',
  {
    ...(widgetConfiguration.properties as Record<string, Schema>),
    allow_attachments: flag(
      'Whether visitors may attach images and PDFs: whether its agent has `allow_attachments`.',
    ),
  },
)

const { list, remove } = handlersOf(widgetConfigurationRecords, present, 'all its texts')

export const widgetConfigurations = new Router<State, Services>()
widgetConfigurations.post(
  '/api/v1/widget-configurations',
  operation(
    'createWidgetConfiguration',
    'Create a widget configuration',
    { 201: one(widgetConfiguration) },
    'A page names it by `data-config-id` in the tag of the widget.',
  ),
  authenticate('application', 'dashboard'),
  rateLimit,
  validateNew(newWidgetConfiguration),
  postWidgetConfiguration,
)
widgetConfigurations.get(
  '/api/v1/widget-configurations',
  operation(
    'listWidgetConfigurations',
    'List the widget configurations',
    { 200: many(widgetConfiguration) },
    'Sorted by creation time, newest first by default.',
  ),
  authenticate('application', 'dashboard'),
  rateLimit,
  validatePage(
    'desc',
    { table: 'widget_configurations' },
    { agent_id: uuid('Configurations that name this agent.') },
  ),
  list,
)
widgetConfigurations.get(
  '/api/v1/widget-configurations/:id',
  operation(
    'readWidgetConfiguration',
    'Read a widget configuration',
    { 200: one(readConfiguration) },
    'For widgets, which read it on each page. Does not count against the hourly limit: 30 times as many reads are allowed.',
  ),
  // Every visitor's widget reads it, even if the visitor asks nothing. Counted like questions,
  // these reads would use up the limit of visitors who ask.
  authenticate('application', 'widget', 'dashboard'),
  rateLimitReads,
  getWidgetConfiguration,
)
widgetConfigurations.patch(
  '/api/v1/widget-configurations/:id',
  operation(
    'changeWidgetConfiguration',
    'Change a widget configuration',
    { 200: one(widgetConfiguration) },
    'Changes the fields that the body has; `colors` and `texts` are replaced as a whole. Open pages notice it within 5 minutes.',
    ifMatch('configuration'),
  ),
  authenticate('application', 'dashboard'),
  rateLimit,
  validateChanges({ ...changesOf(newWidgetConfiguration), examples: [{ theme: 'dark' }] }, show),
  patchWidgetConfiguration,
)
widgetConfigurations.delete(
  '/api/v1/widget-configurations/:id',
  operation(
    'deleteWidgetConfiguration',
    'Delete a widget configuration',
    { 200: deleted },
    'Widgets that name it show the defaults, and need an agent of their own.',
    ifMatch('configuration'),
  ),
  authenticate('application', 'dashboard'),
  rateLimit,
  remove,
)

async function postWidgetConfiguration(ctx: Ctx) {
  const fields = ctx.state.body as NewWidgetConfiguration
  const { organization_id } = ctx.state.caller
  const created = await idempotently(
    ctx,
    async (db) => {
      if (fields.agent_id) await agentRecords.get(db, organization_id, fields.agent_id)
      return widgetConfigurationRecords.create(db, organization_id, fields)
    },
    (id) => widgetConfigurationRecords.get(ctx.db, organization_id, id),
  )
  await tagged(ctx, created)
  answer(ctx, 201, 'Widget configuration created.', present(created))
}

/** Answers with a configuration; visitors get it only if they may talk to its agent. */
async function getWidgetConfiguration(ctx: Ctx) {
  answer(ctx, 200, 'Widget configuration found.', await show(ctx))
}

async function show(ctx: Ctx) {
  const { name } = widgetConfigurationRecords
  const id = idOf(ctx, name)
  const { organization_id } = ctx.state.caller
  const found = await widgetConfigurationRecords.get(ctx.db, organization_id, id)
  if (found.agent_id && !reachesAgent(ctx, found.agent_id)) throw notFound(name)
  return tagged(ctx, found)
}

/**
 * Returns a configuration as a GET shows it. Its tag is the same in every answer, although other
 * answers leave out what its agent allows.
 */
async function tagged(ctx: Ctx, found: WidgetConfiguration) {
  const { organization_id } = ctx.state.caller
  const [agent] = found.agent_id
    ? await agentRecords.some(ctx.db, organization_id, [found.agent_id])
    : []
  const own = present(found)
  const shown = { ...own, allow_attachments: agent?.allow_attachments ?? false }
  ctx.state.tag = tagOf(shown, own)
  return shown
}

async function patchWidgetConfiguration(ctx: Ctx) {
  const changes = ctx.state.body as Partial<WidgetConfiguration>
  const { organization_id } = ctx.state.caller
  const id = idOf(ctx, widgetConfigurationRecords.name)
  if (changes.agent_id) await agentRecords.get(ctx.db, organization_id, changes.agent_id)
  const changed = await changeRecord(ctx, widgetConfigurationRecords, present, id, changes)
  await tagged(ctx, changed)
  answer(ctx, 200, 'Widget configuration changed.', present(changed))
}
