import { text } from 'node:stream/consumers'
import { CONNECTION_PROVIDERS } from '../../shared/lib/catalog/catalog.ts'
import { environment, loadLocalConfig } from '../../shared/lib/config/config.ts'
import type { Db } from '../../shared/lib/db/db.ts'
import { makeSealer } from '../../shared/lib/sealing.ts'
import {
  connectionProblems,
  isSameServer,
  keyProblem,
  sealKey,
} from '../../shared/models/connectionFields.ts'
import { makeConnections } from '../../shared/models/connections.ts'
import {
  type Connection,
  connectionPlace,
  findConnection,
  listAgentsOfOperator,
  listOperatorConnections,
  putOperatorConnection,
  removeOperatorConnection,
} from '../../shared/models/storedConnections.ts'
import { testConnection } from '../../shared/models/testConnection.ts'
import { UsageError } from '../terminal/usage.ts'
import { type Command, type Options, required } from './options.ts'

/** The operator's connections to providers of models, which serve every organization. */
export const CONNECTIONS: Record<string, Command> = {
  'put-connection': {
    does: "Create a connection to a provider of models, or change the operator's connection with this name",
    more: `Agents of every organization, and LLM_MODEL and its like, name its models as NAME:MODEL. The key is read only from standard input, so that no process list or shell history shows it: put-connection … --key-stdin < FILE. A change without --key-stdin keeps the key, unless the server is another. Providers: ${CONNECTION_PROVIDERS.join(', ')}.`,
    needs: ['connection', 'provider'],
    takes: ['base-url', 'key-stdin', 'model', 'key-id', 'api-version', 'region'],
    examples: [
      'put-connection --connection local --provider ollama --base-url http://127.0.0.1:11434',
    ],
    prepare(options) {
      const name = required(options, 'connection')
      const fields = fieldsIn(options)
      return async (db, keys) => {
        const key = options['key-stdin'] ? await readKey() : undefined
        const sealer = makeSealer(keys)
        const stored = await putOperatorConnection(db, name, (id, before) => {
          const kept = {
            sealed_key: before?.sealed_key ?? null,
            key_hint: before?.key_hint ?? null,
          }
          const isKept = key === undefined && before?.provider === fields.provider
          if (isKept && before.sealed_key && !isSameServer(before.base_url, fields.base_url))
            throw new UsageError('Another server needs the key again: add --key-stdin.')
          const place = connectionPlace({ organization_id: null, id })
          const whole = {
            name,
            prices: before?.prices ?? {},
            ...fields,
            ...(isKept ? kept : sealKey(sealer, place, key ?? null)),
          }
          const [problem] = connectionProblems(whole, { isGuarded: false, allowedHosts: new Set() })
          if (problem) throw new UsageError(`${nameOf(problem.field)} ${problem.detail}.`)
          return whole
        })
        return {
          json: shown(stored),
          text: `${line(stored)}\nEvery process uses it within 2 seconds. Try it: test-connection --connection ${name}`,
        }
      }
    },
  },

  'list-connections': {
    does: "List the operator's connections, with the last four characters of their keys",
    examples: ['list-connections'],
    prepare: () => async (db) => {
      const found = await listOperatorConnections(db)
      return {
        json: { connections: found.map(shown) },
        text: found.map(line).join('\n') || 'The operator has no connections.',
      }
    },
  },

  'test-connection': {
    does: "List a connection's models, and ask one of them for a few tokens",
    needs: ['connection'],
    takes: ['model'],
    examples: [
      'put-connection --connection nearby --provider ollama --base-url http://127.0.0.1:11434',
      'test-connection --connection nearby',
    ],
    prepare(options) {
      const name = required(options, 'connection')
      return async (db, keys) => {
        const found = await connectionOf(db, name)
        const connections = makeConnections(db, {
          ...loadLocalConfig(environment()),
          SECRET_KEYS: keys,
        })
        const reached = connections.reach(found, options.model?.[0] ?? found.models[0] ?? '')
        const { works, detail, models } = await testConnection(reached, found.models)
        return {
          json: { works, detail, models },
          text: `${works ? 'It works' : 'It does not work'}. ${detail}`,
        }
      }
    },
  },

  'delete-connection': {
    does: "Delete one of the operator's connections",
    needs: ['connection'],
    examples: [
      'put-connection --connection old --provider ollama',
      'delete-connection --connection old',
    ],
    prepare(options) {
      const name = required(options, 'connection')
      return async (db) => {
        await connectionOf(db, name)
        const agents = await listAgentsOfOperator(db, name)
        if (agents.length)
          throw new UsageError(
            `Agents use ${name}: ${agents.map((agent) => `${agent.name} of ${agent.organization}`).join(', ')}. Give them another model first.`,
          )
        await removeOperatorConnection(db, name)
        return {
          json: { connection: name, deleted: true },
          text: `${name} is deleted, with its key.`,
        }
      }
    },
  },
}

/** @throws UsageError */
function fieldsIn(
  options: Options,
): Pick<Connection, 'provider' | 'base_url' | 'options' | 'models'> {
  const { provider = '', model: models = [], 'base-url': base_url = null } = options
  if (!CONNECTION_PROVIDERS.includes(provider))
    throw new UsageError(`--provider must be one of ${CONNECTION_PROVIDERS.join(', ')}.`)
  if (!/^[a-z][a-z0-9-]{1,39}$/.test(options.connection ?? ''))
    throw new UsageError('--connection must be 2 to 40 small letters, digits and hyphens.')
  const { 'key-id': key_id, 'api-version': api_version, region } = options
  const given = Object.entries({ key_id, api_version, region }).filter(([, value]) => value)
  return {
    provider,
    base_url,
    models,
    options: Object.fromEntries(given) as Record<string, string>,
  }
}

/** @throws UsageError */
async function readKey(): Promise<string> {
  if (process.stdin.isTTY)
    throw new UsageError(
      'The key comes from standard input, such as --key-stdin < FILE; a terminal would show it.',
    )
  // A file ends in a line break, which is not the key's.
  const key = (await text(process.stdin)).replace(/\r?\n$/, '')
  const problem = keyProblem(key)
  if (problem) throw new UsageError(`The key ${problem}.`)
  return key
}

async function connectionOf(db: Db, name: string): Promise<Connection> {
  const found = await findConnection(db, null, name)
  if (!found)
    throw new UsageError(`The operator has no connection ${name}. list-connections lists all.`)
  return found
}

/** The option that sets a field of a connection. */
const nameOf = (field: string) => `--${field.replace('options.', '').replaceAll('_', '-')}`

const shown = ({ id, name, provider, base_url, options, key_hint, models }: Connection) => ({
  id,
  name,
  provider,
  base_url,
  options,
  key_hint,
  models,
})

const line = ({ name, provider, base_url, key_hint, models }: Connection) =>
  `${name}  ${provider}  ${base_url ?? "the provider's own address"}  key: ${key_hint ? `…${key_hint}` : 'none'}  models: ${models.join(' ') || 'any'}`
