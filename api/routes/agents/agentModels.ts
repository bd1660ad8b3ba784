import { NO_GROUNDING_MODEL } from '../../../shared/agents/fields.ts'
import { BUILTIN_MODEL } from '../../../shared/lib/catalog/builtin.ts'
import { providerOf, splitModel } from '../../../shared/lib/catalog/catalog.ts'
import type { Db } from '../../../shared/lib/db/db.ts'
import type { FieldError } from '../../../shared/lib/errors.ts'
import { findConnection, lockConnections } from '../../../shared/models/storedConnections.ts'
import type { Ctx } from '../../context.ts'
import { validationFailed } from '../../http/fieldErrors.ts'

/** The models that an agent's body names. */
interface NamedModels {
  model?: string | null
  fallback_models?: readonly string[] | null
  grounding_model?: string | null
}

/** A model that a body names, and the field that names it. */
interface NamedModel {
  field: keyof NamedModels | `fallback_models.${number}`
  name: string
}

const namedIn = ({ model, fallback_models, grounding_model }: NamedModels): NamedModel[] => [
  ...(model == null ? [] : [{ field: 'model', name: model } as const]),
  ...(fallback_models ?? []).map(
    (name, nth) => ({ field: `fallback_models.${nth}`, name }) as const,
  ),
  ...(grounding_model == null || grounding_model === NO_GROUNDING_MODEL
    ? []
    : [{ field: 'grounding_model', name: grounding_model } as const]),
]

/**
 * Refuses models that the organization's agents cannot reach: the operator has set up another
 * provider, the connection does not exist, or the connection does not offer the model. The built-in
 * model needs no provider, so it may stand in for the others, but it checks nothing.
 * @param path how the error names the object of the fields, with a dot at its end
 * @throws AppError validation_failed
 */
export async function requireModels(
  ctx: Ctx,
  named: NamedModels,
  path = '',
  db = ctx.db,
): Promise<void> {
  const problems: FieldError[] = []
  // In turn, because a transaction runs one statement at a time.
  for (const { field, name } of namedIn(named)) {
    const detail = await problemOf(ctx, db, field, name)
    if (detail) problems.push({ field: `${path}${field}`, code: 'model_not_configured', detail })
  }
  if (problems.length > 0) throw validationFailed(problems)
}

/**
 * Saves a record that names models, and keeps their connections from being deleted until it is
 * saved.
 * @throws AppError validation_failed; what `save` throws
 */
export function saveWithModels<Row>(
  ctx: Ctx,
  named: NamedModels,
  save: (transaction: Db) => Promise<Row>,
  db = ctx.db,
  path = '',
): Promise<Row> {
  return db.transaction(async (transaction) => {
    const names = namedIn(named)
      .map(({ name }) => name.slice(0, name.indexOf(':')))
      .filter(Boolean)
    if (names.length) await lockConnections(transaction, ctx.state.caller.organization_id, names)
    await requireModels(ctx, named, path, transaction)
    return save(transaction)
  })
}

/** Returns why the field cannot name the model; undefined: it can. */
async function problemOf(
  { config, state }: Ctx,
  db: Db,
  field: NamedModel['field'],
  model: string,
): Promise<string | undefined> {
  const { LLM_MODEL, GROUNDING_MODEL } = config
  const isChecker = field === 'grounding_model'
  if (model === (isChecker ? GROUNDING_MODEL : LLM_MODEL)) return undefined
  if (model === BUILTIN_MODEL && field !== 'model')
    return isChecker ? 'must name another model: this one checks nothing' : undefined
  const name = model.slice(0, model.indexOf(':'))
  const configured = splitModel(LLM_MODEL).provider
  if (providerOf(name)) {
    if (configured?.chat && configured.name === name) return undefined
    if (configured?.chat)
      return `must start with ${configured.name}: or with the name of a connection`
    return isChecker
      ? 'must start with the name of a connection'
      : `must be ${LLM_MODEL}, or start with the name of a connection`
  }
  const connection = await findConnection(db, state.caller.organization_id, name)
  if (!connection)
    return `names a connection ${name}, which does not exist: create it first, or name another connection`
  if (!providerOf(connection.provider)?.chat)
    return `names the connection ${name} to ${connection.provider}, which has no models for agents`
  const offered = connection.models
  if (offered.length > 0 && !offered.includes(model.slice(name.length + 1)))
    return `is not offered by the connection ${name}: it has ${offered.slice(0, 10).join(', ')}`
  return undefined
}
