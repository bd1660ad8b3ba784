import Router from '@koa/router'
import type { FromSchema } from 'json-schema-to-ts'
import {
  addSynonyms,
  type SynonymGroup,
  synonymRecords,
} from '../../../shared/knowledge/synonyms.ts'
import {
  MAX_CHARACTERS,
  MAX_GROUPS,
  MAX_OF_GROUP,
  MAX_PHRASE_WORDS,
  phraseKey,
} from '../../../shared/lib/text/synonyms.ts'
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

const words = {
  type: 'array',
  minItems: 2,
  maxItems: MAX_OF_GROUP,
  items: { type: 'string', minLength: 1, maxLength: MAX_CHARACTERS, pattern: '\\S' },
  examples: [['sofa', 'couch', 'settee']],
  description: `Words or phrases that mean the same, all different, in any language. A phrase has at most ${MAX_PHRASE_WORDS} words. Case, accents and endings do not count.`,
} as const

const newSynonyms = {
  type: 'object',
  additionalProperties: false,
  required: ['words'],
  properties: { words },
  examples: [{ words: ['PTO', 'paid time off', 'holiday'] }],
} as const
const synonymChanges = { ...newSynonyms, required: [] } as const
type NewSynonyms = FromSchema<typeof newSynonyms>

const group = record('SynonymGroup', 'Words and phrases that mean the same in your organization.', {
  words,
})
const present = presenter<SynonymGroup>(group)
const { list, show, remove } = handlersOf(synonymRecords, present, 'all its words')

const WHAT = `Applies from the next message on: a question with one of the words also finds passages with another. Your organization has at most ${MAX_GROUPS} groups.`

export const synonyms = new Router<State, Services>()
synonyms.post(
  '/api/v1/knowledge/synonyms',
  operation('createSynonyms', 'Add words that mean the same', { 201: one(group) }, WHAT),
  authenticate('application', 'dashboard'),
  rateLimit,
  validate(newSynonyms),
  post,
)
synonyms.get(
  '/api/v1/knowledge/synonyms',
  operation(
    'listSynonyms',
    'List the words that mean the same',
    { 200: many(group) },
    'Groups of words, newest first by default.',
  ),
  authenticate('application', 'dashboard'),
  rateLimit,
  validatePage('desc', { table: 'knowledge_synonyms' }),
  list,
)
synonyms.patch(
  '/api/v1/knowledge/synonyms/:id',
  operation(
    'changeSynonyms',
    'Replace the words of a group of synonyms',
    { 200: one(group) },
    "The words of the body replace the group's words.",
    ifMatch('group'),
  ),
  authenticate('application', 'dashboard'),
  rateLimit,
  validateChanges(synonymChanges, show),
  patch,
)
synonyms.delete(
  '/api/v1/knowledge/synonyms/:id',
  operation(
    'deleteSynonyms',
    'Delete a group of synonyms',
    { 200: deleted },
    'From the next message on, a question finds only passages with its own words.',
    ifMatch('group'),
  ),
  authenticate('application', 'dashboard'),
  rateLimit,
  remove,
)

async function post(ctx: Ctx) {
  const { organization_id } = ctx.state.caller
  const words = wordsOf(ctx)
  const created = await idempotently(
    ctx,
    async (db) => {
      const added = await addSynonyms(db, organization_id, words)
      if (added) return added
      const detail = `your organization has ${MAX_GROUPS} groups of synonyms, which is the most; delete one, or add the words to one`
      throw validationFailed([{ field: 'words', code: 'too_many', detail }])
    },
    (id) => synonymRecords.get(ctx.db, organization_id, id),
  )
  answer(ctx, 201, 'Group of synonyms created.', present(created))
}

async function patch(ctx: Ctx) {
  const { words } = ctx.state.body as Partial<NewSynonyms>
  const changes = words ? { words: wordsOf(ctx) } : {}
  const id = idOf(ctx, synonymRecords.name)
  const changed = await changeRecord(ctx, synonymRecords, present, id, changes)
  answer(ctx, 200, 'Group of synonyms changed.', present(changed))
}

/**
 * Reads the words of a body.
 * @throws AppError validation_failed: a word has no letter, is too long, or is a duplicate
 */
function wordsOf(ctx: Ctx): string[] {
  const words = (ctx.state.body as NewSynonyms).words.map((word) =>
    word.trim().replace(/\s+/g, ' '),
  )
  const keys = words.map(phraseKey)
  const errors = keys.flatMap((key, nth) => {
    const field = `words.${nth}`
    const same = keys.indexOf(key)
    if (!key) return { field, code: 'pattern', detail: 'must have a letter or a digit' }
    if (key.split(' ').length > MAX_PHRASE_WORDS)
      return { field, code: 'maxWords', detail: `must have at most ${MAX_PHRASE_WORDS} words` }
    if (same < nth)
      return {
        field,
        code: 'uniqueItems',
        detail: `repeats "${words[same]}"; leave one of them out`,
      }
    return []
  })
  if (errors.length) throw validationFailed(errors)
  return words
}
