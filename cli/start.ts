#!/usr/bin/env node
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import {
  type Environment,
  environment,
  type LocalConfig,
  loadLocalConfig,
  misspeltSettings,
  SETTING_NAMES,
} from '../shared/lib/config/config.ts'
import { withDb } from '../shared/lib/db/db.ts'
import { withoutSecrets } from './doctor/finding.ts'
import {
  type Demo,
  ensureDemo,
  ensureSecretKey,
  ensureSigningKey,
  untilDemoIsIndexed,
} from './local/demo.ts'
import { findPlace } from './local/paths.ts'
import { startPostgres } from './local/postgres.ts'
import { becomeInstance } from './local/singleInstance.ts'
import { makeSupervisor, packageFolder, readProcfile, runToEnd } from './local/supervisor.ts'
import { explainNotWritable } from './terminal/notWritable.ts'
import { showProgress } from './terminal/progress.ts'
import { calledAs, heading, inColumns } from './terminal/usage.ts'

const READY_MS = 30_000

const progress = showProgress()

/** What stopping must undo, in the order in which it was set up. */
const undo: (() => Promise<unknown>)[] = []
let stopping: Promise<never> | undefined

function stop(code: number): Promise<never> {
  stopping ??= (async () => {
    if (undo.length) say('Stopping, after the requests that are being answered …')
    for (const step of undo.reverse()) await step().catch((error) => console.error(error))
    process.exit(code)
  })()
  return stopping
}

/**
 * Runs `npm start`: the processes of the Procfile on this machine. If DATABASE_URL is unset, adds
 * an embedded PostgreSQL and a demo organization.
 */
async function start(): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(0))
  try {
    const env = environment()
    if (env.npm_lifecycle_event === 'start') stopWithNpm()
    const config = loadLocalConfig(env)
    for (const { given, meant } of misspeltSettings(env))
      say(`There is no setting ${given}: it is ignored. Is ${meant} meant?`)
    const { release, ...processes } = readProcfile(
      await readFile(join(packageFolder(), 'Procfile'), 'utf8'),
    )
    const address = addressOf(config)
    if (config.DATABASE_URL) await refuseTakenPort(config)
    const childEnv = config.DATABASE_URL ? { ...env } : await embed(config, address, env)
    // In a terminal, the printed summary must stay in view.
    if (process.stdout.isTTY) childEnv.LOG_LEVEL ||= 'warn'
    progress.step('Updating the database')
    if (release) await runToEnd(release, childEnv)
    const embeddedUrl = config.DATABASE_URL ? undefined : childEnv.DATABASE_URL!
    const demo =
      embeddedUrl &&
      (await withDb(embeddedUrl, (db) =>
        ensureDemo(db, config.PARLEY_DATA_DIR, [address, ...originsHere(config)], config.times),
      ))
    if (demo) childEnv.DEMO_FILE = demo.file
    progress.step('Starting the API and its workers')
    const supervisor = makeSupervisor(processes, childEnv, () => stop(1))
    undo.push(supervisor.stop)
    await untilReady(address)
    if (embeddedUrl && demo) await withDb(embeddedUrl, (db) => untilDemoIsIndexed(db, demo))
    if (!stopping) say(summary(address, config, childEnv, demo || undefined))
  } catch (error) {
    if (stopping) return
    progress.end()
    console.error(`\n${explainNotWritable(error) ?? (error as Error).message}\n`)
    await stop(1)
  }
}

/** Starts the embedded PostgreSQL. @returns the environment of processes that use it */
async function embed(config: LocalConfig, address: string, env: Environment): Promise<Environment> {
  const place = await findPlace(config.PARLEY_DATA_DIR)
  let database_url = ''
  let settings: Environment = {}
  const describe = () => ({
    pid: process.pid,
    address,
    database_url,
    settings,
    leaving: stopping !== undefined,
  })
  undo.push(await becomeInstance(place.home, describe))
  // Checked before anything slow, and after an instance in the same folder has been reported by its
  // own error.
  await refuseTakenPort(config)
  progress.step('Starting PostgreSQL')
  const starting = startPostgres(place, [], (seconds) =>
    progress.step(`PostgreSQL recovers from a crash, for ${seconds} s so far`),
  )
  // Registered before the server is up, so that Ctrl-C during its start does not leave it running.
  undo.push(() =>
    starting.then(
      (started) => started.stop(),
      () => undefined,
    ),
  )
  const embedded = await starting
  database_url = embedded.url
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value))
  const childEnv = {
    // Only this machine may use the demo's credentials, and a developer does not wait 18 s after
    // Ctrl-C.
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
    SHUTDOWN_SECONDS: '8',
    DRAIN_SECONDS: '0',
    NODE_ENV: 'development',
    WIDGET_TOKEN_KEYS: await ensureSigningKey(config.PARLEY_DATA_DIR),
    SECRET_KEYS: await ensureSecretKey(config.PARLEY_DATA_DIR),
    ...given,
    DATABASE_URL: embedded.url,
    // The demo's tool asks this very server for orders. An installation with a database of its own
    // reaches no private address unless its operator lists it.
    EGRESS_ALLOWED_HOSTS: [given.EGRESS_ALLOWED_HOSTS, new URL(address).host]
      .filter(Boolean)
      .join(','),
  }
  settings = Object.fromEntries(Object.entries(childEnv).filter(([name]) => isSetting(name)))
  return childEnv
}

const isSetting = (name: string) => (SETTING_NAMES as readonly string[]).includes(name)

/**
 * Stops when npm is gone. npm does not pass on every end (`kill -9`, and SIGTERM on some systems).
 */
function stopWithNpm(): void {
  const npm = process.ppid
  setInterval(() => {
    if (process.ppid !== npm) stop(1)
  }, 500).unref()
}

async function refuseTakenPort({ PORT, HOST }: LocalConfig): Promise<void> {
  const probe = createServer()
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(`Port ${PORT} is taken. Choose another port: PORT=${PORT + 1} npm start`)
          : error,
      ),
    )
    probe.listen(PORT, HOST, resolve)
  })
  await new Promise((resolve) => probe.close(resolve))
}

/** Returns the API's address on this machine. */
function addressOf({ HOST, PORT }: LocalConfig): string {
  const isEverywhere = !HOST || HOST === '0.0.0.0' || HOST === '::'
  const host = isEverywhere ? 'localhost' : HOST.includes(':') ? `[${HOST}]` : HOST
  return `http://${host}:${PORT}`
}

/** The origins by which a browser on this machine may reach it. */
const originsHere = ({ PORT }: LocalConfig) =>
  ['localhost', '127.0.0.1'].map((host) => `http://${host}:${PORT}`)

/**
 * Waits until the API answers and reaches the database and the queue.
 * @throws after 30 s, with what is missing
 */
async function untilReady(address: string): Promise<void> {
  let missing = 'The API does not answer.'
  for (const until = Date.now() + READY_MS; Date.now() < until && !stopping; ) {
    const response = await fetch(`${address}/ready`).catch(() => undefined)
    const { detail, data } = ((await response?.json()) ?? {}) as {
      detail?: string
      data?: { queue: boolean }
    }
    if (response?.ok && data?.queue) return
    if (detail) missing = detail
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`Parley is not ready after ${READY_MS / 1000} s. ${missing}`)
}

/**
 * Returns at most eight lines; with npm's lines and those of compiling, at most twelve.
 * @param env of the processes
 */
function summary(
  address: string,
  config: LocalConfig,
  env: Environment,
  demo: Demo | undefined,
): string {
  const about = `model ${config.LLM_MODEL}, queue in ${config.REDIS_URL ? 'Redis' : 'PostgreSQL'}`
  const admin = calledAs('admin', env)
  const level = env.LOG_LEVEL || config.LOG_LEVEL
  const logs =
    level === 'warn'
      ? 'warnings, here; LOG_LEVEL=info npm start shows each request'
      : `here, at level ${level}`
  const rows: [string, string][] = demo
    ? [
        [
          'Sign in',
          `${demo.owner.email}  ${demo.owner.password ?? '(the password that you chose)'}`,
        ],
        ['Demo shop', `${address}/demo, a page with the widget`],
        ['Data', `${config.PARLEY_DATA_DIR}, with the log of PostgreSQL in postgres/postgres.log`],
      ]
    : [
        ['Sign in', `${admin} create-user --organization NAME --email ADDRESS makes a user`],
        ['API keys', `${admin} create-application --organization NAME makes a pair`],
        ['Data', `in ${withoutSecrets(config.DATABASE_URL!)}`],
      ]
  return `${heading(`Parley runs at ${address}`)} (${about}). Ctrl-C stops it.
${inColumns([['Dashboard', `${address}/dashboard/`], ...rows, ['Logs', logs]])}${demo ? `\n${heading('Ask something, from another terminal:')}\n${curlOf(address, demo)}` : ''}`
}

function curlOf(address: string, { headers, conversation_id }: Demo): string {
  const quoted = `'${headers.replaceAll("'", "'\\''")}'`
  return `curl -s -H @${quoted} -H 'Content-Type: application/json' -d '{"content":"When are you open?"}' ${address}/api/v1/conversations/${conversation_id}/messages`
}

function say(text: string): void {
  progress.end()
  console.log(text)
}

await start()
