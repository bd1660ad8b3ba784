import Router from '@koa/router'
import type { FromSchema } from 'json-schema-to-ts'
import { notFound } from '../../../shared/errors.ts'
import { agentRecords } from '../../../shared/store/accounts/agents.ts'
import {
  type WidgetConfiguration,
  widgetConfigurationRecords,
} from '../../../shared/store/accounts/widgetConfigurations.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { answer } from '../../http/envelope.ts'
import { once } from '../../http/idempotent.ts'
import { operation } from '../../http/operation.ts'
import {
  allOrNull,
  deleted,
  languageTag,
  many,
  one,
  presenter,
  record,
  uuid,
} from '../../http/plainSchemas.ts'
import { authenticate } from '../../middleware/authenticate.ts'
import { rateLimit, rateLimitReads } from '../../middleware/rateLimit.ts'
import { validate } from '../../middleware/validate.ts'
import { reachesAgent } from '../chat/threads.ts'
import { changesOf } from '../records/changes.ts'
import { changeRecord, handlersOf } from '../records/crud.ts'
import { idOf } from '../records/ids.ts'
import { validatePage } from '../records/paging.ts'

const color = {
  type: 'string',
  pattern: '^#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$',
  examples: ['#2e7d32'],
} as const
const words = { type: 'string', minLength: 1, maxLength: 300, pattern: '\\S', examples: ['Ask us'] } as const

const newWidgetConfiguration = {
  type: 'object',
  additionalProperties: false,
  required: ['name'],
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 120, pattern: '\\S', examples: ['Shop'] },
    agent_id: uuid,
    title: { type: 'string', maxLength: 80 },
    greeting: { type: 'string', maxLength: 1000 },
    suggested_questions: {
      type: 'array',
      maxItems: 6,
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
        "`primary` is the button's, the header's and the visitor's bubbles'; `bubble` the agent's.",
      additionalProperties: false,
      properties: {
        primary: color,
        primary_text: color,
        background: color,
        text: color,
        bubble: color,
        bubble_text: color,
      },
    },
    position: { type: 'string', enum: ['bottom-right', 'bottom-left'] },
    theme: { type: 'string', enum: ['auto', 'light', 'dark'] },
    locale: languageTag,
    texts: {
      type: 'object',
      description: "In place of the widget's own words.",
      additionalProperties: false,
      properties: {
        open: words,
        close: words,
        placeholder: words,
        send: words,
        retry: words,
        new_session: words,
        typing: words,
        disclaimer: words,
        offline: words,
        failed: words,
        limit_reached: words,
        agent_inactive: words,
        session_ended: words,
      },
    },
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
const widgetConfiguration = record('WidgetConfiguration', {
  ...always,
  ...allOrNull({ agent_id, title, greeting, locale }),
})
const present = presenter<WidgetConfiguration>(widgetConfiguration)

const { list, remove } = handlersOf(widgetConfigurationRecords, present, 'all its texts')

export const widgetConfigurations = new Router<State, Services>()
widgetConfigurations.post(
  '/api/v1/widget-configurations',
  operation('createWidgetConfiguration', 'Create a widget configuration', { 201: one(widgetConfiguration) }),
  authenticate('application', 'dashboard'),
  rateLimit,
  validate(newWidgetConfiguration),
  postWidgetConfiguration,
)
widgetConfigurations.get(
  '/api/v1/widget-configurations',
  operation('listWidgetConfigurations', 'List the widget configurations', { 200: many(widgetConfiguration) }),
  authenticate('application', 'dashboard'),
  rateLimit,
  validatePage('desc', { agent_id: uuid }),
  list,
)
widgetConfigurations.get(
  '/api/v1/widget-configurations/:id',
  operation(
    'readWidgetConfiguration',
    'Read a widget configuration',
    { 200: one(widgetConfiguration) },
    'Does not count against the other limits.',
  ),
  // Every visitor of a shop reads it, whether they ask something or not: it would use up what the others may ask.
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
    'Replaces `colors` and `texts` as a whole.',
  ),
  authenticate('application', 'dashboard'),
  rateLimit,
  validate({ ...changesOf(newWidgetConfiguration), examples: [{ theme: 'dark' }] }),
  patchWidgetConfiguration,
)
widgetConfigurations.delete(
  '/api/v1/widget-configurations/:id',
  operation('deleteWidgetConfiguration', 'Delete a widget configuration', { 200: deleted }),
  authenticate('application', 'dashboard'),
  rateLimit,
  remove,
)

async function postWidgetConfiguration(ctx: Ctx) {
  const fields = ctx.state.body as NewWidgetConfiguration
  const { organization_id } = ctx.state.caller
  const created = await once(
    ctx,
    async (db) => {
      if (fields.agent_id) await agentRecords.get(db, organization_id, fields.agent_id)
      return widgetConfigurationRecords.create(db, organization_id, fields)
    },
    (id) => widgetConfigurationRecords.get(ctx.db, organization_id, id),
  )
  answer(ctx, 201, 'Widget configuration created.', present(created))
}

/** A visitor reads no configuration of an agent that they may not talk to. */
async function getWidgetConfiguration(ctx: Ctx) {
  const { name } = widgetConfigurationRecords
  const id = idOf(ctx, name)
  const found = await widgetConfigurationRecords.get(ctx.db, ctx.state.caller.organization_id, id)
  if (found.agent_id && !reachesAgent(ctx, found.agent_id)) throw notFound(name)
  answer(ctx, 200, 'Widget configuration found.', present(found))
}

async function patchWidgetConfiguration(ctx: Ctx) {
  const changes = ctx.state.body as Partial<WidgetConfiguration>
  const { organization_id } = ctx.state.caller
  const id = idOf(ctx, widgetConfigurationRecords.name)
  if (changes.agent_id) await agentRecords.get(ctx.db, organization_id, changes.agent_id)
  const changed = await changeRecord(ctx, widgetConfigurationRecords, id, changes)
  answer(ctx, 200, 'Widget configuration changed.', present(changed))
}
