import Router from '@koa/router'
import type { FromSchema } from 'json-schema-to-ts'
import {
  addSavedAnswer,
  MAX_SAVED_ANSWERS,
  type SavedAnswer,
  savedAnswerRecords,
} from '../../../shared/inbox/savedAnswers.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { answer } from '../../http/envelope.ts'
import { ifMatch } from '../../http/etags.ts'
import { validationFailed } from '../../http/fieldErrors.ts'
import { idempotently } from '../../http/idempotent.ts'
import { operation } from '../../http/operation.ts'
import { deleted, many, one, presenter, record } from '../../http/schemas.ts'
import { authenticate } from '../../middleware/authenticate.ts'
import { rateLimit } from '../../middleware/rateLimit.ts'
import { validate, validateChanges } from '../../middleware/validate.ts'
import { changeRecord, handlersOf } from '../records/crud.ts'
import { idOf } from '../records/ids.ts'
import { validatePage } from '../records/paging.ts'

const properties = {
  name: {
    type: 'string',
    minLength: 1,
    maxLength: 60,
    pattern: '^[^\\r\\n]*\\S[^\\r\\n]*$',
    description: 'Name by which people find it: a single line.',
  },
  content: {
    type: 'string',
    minLength: 1,
    maxLength: 8000,
    pattern: '\\S',
    description:
      'The text; must not be blank. People see it before they send it. The dashboard fills in variables when they insert it: `{{customer.name}}` and other traits of the customer, `{{customer.first_name}}`, `{{customer.email}}`, `{{customer.id}}`, `{{me.name}}`, `{{agent.name}}`, `{{organization.name}}`; `{{customer.name|there}}` has a text for customers without a name.',
  },
} as const

const EXAMPLE = { name: 'returns', content: 'You can send it back within 30 days.' }
const newSavedAnswer = {
  type: 'object',
  additionalProperties: false,
  required: ['name', 'content'],
  properties,
  examples: [EXAMPLE],
} as const
const savedAnswerChanges = {
  type: 'object',
  additionalProperties: false,
  properties,
  examples: [EXAMPLE],
} as const

const savedAnswer = record(
  'SavedAnswer',
  'A text that people have ready for customers.',
  properties,
)
const present = presenter<SavedAnswer>(savedAnswer)
const { list, show, remove } = handlersOf(savedAnswerRecords, present, 'its text')

/** The saved answers of an organization. */
export const savedAnswers = new Router<State, Services>()
savedAnswers.post(
  '/api/v1/saved-answers',
  operation(
    'createSavedAnswer',
    'Save an answer that people can use again',
    { 201: one(savedAnswer) },
    `All people of your organization can use it. Your organization has at most ${MAX_SAVED_ANSWERS}.`,
  ),
  authenticate('application', 'dashboard'),
  rateLimit,
  validate(newSavedAnswer),
  post,
)
savedAnswers.get(
  '/api/v1/saved-answers',
  operation(
    'listSavedAnswers',
    'List the saved answers',
    { 200: many(savedAnswer) },
    "Your organization's saved answers, newest first by default.",
  ),
  authenticate('application', 'dashboard'),
  rateLimit,
  validatePage('desc', { table: 'saved_answers' }),
  list,
)
savedAnswers.patch(
  '/api/v1/saved-answers/:id',
  operation(
    'changeSavedAnswer',
    'Change a saved answer',
    { 200: one(savedAnswer) },
    'Changes only the given fields. Messages that were sent earlier do not change.',
    ifMatch('saved answer'),
  ),
  authenticate('application', 'dashboard'),
  rateLimit,
  validateChanges(savedAnswerChanges, show),
  patch,
)
savedAnswers.delete(
  '/api/v1/saved-answers/:id',
  operation(
    'deleteSavedAnswer',
    'Delete a saved answer',
    { 200: deleted },
    'Messages that were sent earlier do not change.',
    ifMatch('saved answer'),
  ),
  authenticate('application', 'dashboard'),
  rateLimit,
  remove,
)

async function post(ctx: Ctx) {
  const { organization_id } = ctx.state.caller
  const fields = ctx.state.body as FromSchema<typeof newSavedAnswer>
  const created = await idempotently(
    ctx,
    async (db) => {
      const added = await addSavedAnswer(db, organization_id, fields)
      if (added) return added
      const detail = `your organization has ${MAX_SAVED_ANSWERS} saved answers, which is the most; delete one first`
      throw validationFailed([{ field: 'name', code: 'too_many', detail }])
    },
    (id) => savedAnswerRecords.get(ctx.db, organization_id, id),
  )
  answer(ctx, 201, 'Saved answer created.', present(created))
}

async function patch(ctx: Ctx) {
  const changes = ctx.state.body as FromSchema<typeof savedAnswerChanges>
  const changed = await changeRecord(
    ctx,
    savedAnswerRecords,
    present,
    idOf(ctx, savedAnswerRecords.name),
    changes,
  )
  answer(ctx, 200, 'Saved answer changed.', present(changed))
}
