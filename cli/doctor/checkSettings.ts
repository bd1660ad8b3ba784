import { readFile } from 'node:fs/promises'
import about_ from '../../package.json' with { type: 'json' }
import { checkFileStorage } from '../../shared/knowledge/fileStorage.ts'
import { type Config, type Environment, misspeltSettings } from '../../shared/lib/config/config.ts'
import { PASSWORD_COST } from '../../shared/lib/secrets.ts'
import { about, type Finding } from './finding.ts'

/** A router of a PaaS ends a silent request after 30 s. */
const ROUTER_SECONDS = 28
/** A random secret of 32 bytes has more different characters than this in any alphabet. */
const FEW_CHARACTERS = 10
/** Connections of one API process beside those of `api/server.ts`: databases, Redis, its log. */
const OTHER_FILES = 200

/** @param version Node's version, such as 20.19.0 */
export function checkNode(version = process.versions.node): Finding[] {
  const { ok, error } = about('node')
  const least = about_.engines.node.replace('>=', '')
  const isOld = version.localeCompare(least, undefined, { numeric: true }) < 0
  return [
    isOld
      ? error(
          `This is Node ${version}.`,
          'Some parts of Parley do not run on this version.',
          `Install Node ${least} or newer, and start all processes again.`,
        )
      : ok(`${version}.`),
  ]
}

/** Checks settings that are each valid, but weak or in conflict with each other. */
export function checkSettings(config: Config, env: Environment): Finding[] {
  const { ok, warning } = about('settings')
  const found: Finding[] = []
  const warn = (condition: boolean, ...words: Parameters<typeof warning>) => {
    if (condition) found.push(warning(...words))
  }
  for (const { given, meant } of misspeltSettings(env))
    found.push(warning(`There is no setting ${given}.`, 'It is ignored.', `Is ${meant} meant?`))
  warn(
    config.REPLY_WAIT_SECONDS > ROUTER_SECONDS,
    `REPLY_WAIT_SECONDS is ${config.REPLY_WAIT_SECONDS}.`,
    "Routers of a PaaS cut a silent request at 30 s, so the client gets the router's 503 instead of Parley's 202.",
    'Set it to 25, unless no router in front of the API cuts requests.',
  )
  warn(
    1.5 * config.MODEL_TIMEOUT_SECONDS > config.REPLY_DEADLINE_SECONDS,
    `MODEL_TIMEOUT_SECONDS (${config.MODEL_TIMEOUT_SECONDS}) is over two thirds of REPLY_DEADLINE_SECONDS (${config.REPLY_DEADLINE_SECONDS}).`,
    'A call that hangs uses up most of the time, so the model is not asked again.',
    `Raise REPLY_DEADLINE_SECONDS to ${Math.ceil(1.5 * config.MODEL_TIMEOUT_SECONDS)}, if the model takes that long; else lower MODEL_TIMEOUT_SECONDS.`,
  )
  warn(
    config.DRAIN_SECONDS >= config.SHUTDOWN_SECONDS,
    'DRAIN_SECONDS is not below SHUTDOWN_SECONDS.',
    'Requests that are still waiting when the process stops get no time to finish.',
    'Lower it, or raise SHUTDOWN_SECONDS.',
  )
  warn(
    config.NODE_ENV !== 'production',
    `NODE_ENV is ${config.NODE_ENV}.`,
    "The dashboard's cookie travels without TLS, and the analytics show stacks.",
    'Unset it if others can reach the service.',
  )
  warn(
    config.PASSWORD_COST < PASSWORD_COST,
    `PASSWORD_COST is ${config.PASSWORD_COST}.`,
    'An attacker with a copy of the database can guess passwords fast.',
    'Unset it, and change the passwords that were set since.',
  )
  return found.length ? found : [ok('They are valid, and fit together.')]
}

export function checkSigningKeys({ WIDGET_TOKEN_KEYS: keys }: Config): Finding[] {
  const { ok, warning } = about('signing keys')
  const make = 'WIDGET_TOKEN_KEYS=name:$(openssl rand -base64 32)'
  if (keys.length === 0)
    return [
      warning(
        'WIDGET_TOKEN_KEYS is unset.',
        'No page gets a widget token, so no widget works.',
        `Set ${make}`,
      ),
    ]
  const weak = keys
    .filter(({ secret }) => new Set(secret).size < FEW_CHARACTERS)
    .map(({ kid }) => kid)
  return [
    ...weak.map((kid) =>
      warning(
        `The secret of ${kid} has few different characters.`,
        'An attacker who guesses it can pose as any visitor.',
        `Rotate it as docs/operations.md says: ${make}.`,
      ),
    ),
    ...(keys.length > 2
      ? [
          warning(
            `WIDGET_TOKEN_KEYS has ${keys.length} keys.`,
            'Every key verifies tokens, even a key that has leaked.',
            'Remove keys that have not been the first key for a day.',
          ),
        ]
      : []),
    ...(weak.length || keys.length > 2
      ? []
      : [ok(`${keys.length} of at least 32 bytes, ${keys[0]!.kid} signs.`)]),
  ]
}

/** Checks this process's limit of open files, which Node has raised as far as it may. */
export async function checkFileLimit({ MAX_WAITERS }: Config): Promise<Finding[]> {
  const { ok, warning } = about('open files')
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '')
  const [, most] = /^Max open files\s+(\S+)/m.exec(limits) ?? []
  if (!most) return [ok('This system does not report its limit.')]
  const need = 2 * MAX_WAITERS + 1_000 + OTHER_FILES
  return [
    Number(most) < need
      ? warning(
          `At most ${most} files may be open, and the API may need ${need}.`,
          'Further connections are dropped without an answer.',
          `Set ulimit -n ${need}, LimitNOFILE= of systemd or ulimits of a container; or lower MAX_WAITERS.`,
        )
      : ok(`At most ${most} files may be open; the API needs at most ${need}.`),
  ]
}

/** Stores, reads and deletes a few bytes in the object storage, if files are kept there. */
export async function checkFiles(config: Config): Promise<Finding[]> {
  const { ok, error } = about('files')
  if (!config.S3_BUCKET) return [ok('Uploaded files are kept in PostgreSQL.')]
  try {
    await checkFileStorage(config)
    return [ok(`Bucket ${config.S3_BUCKET} takes, gives and deletes.`)]
  } catch (cause) {
    const { name, message } = cause as Error
    return [
      error(
        `Bucket ${config.S3_BUCKET} cannot be used: ${name} ${message}.`,
        'Uploads get a 503, and stored files cannot be read.',
        'Check S3_ENDPOINT, S3_REGION, S3_FORCE_PATH_STYLE, and that the key may PutObject, GetObject and DeleteObject.',
      ),
    ]
  }
}
