import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { explainNotWritable } from './terminal/notWritable.ts'
import { showProgress } from './terminal/progress.ts'

interface Part {
  name: string
  command: readonly [string, ...string[]]
  /** The files and folders that it reads. */
  sources: readonly string[]
  /** A file that it makes. */
  made: string
  /** A folder that is read as a whole, so that a file whose source is gone would do harm. */
  cleared?: string
}

const CLIENT = ['index', 'events', 'persistent', 'react', 'schema', 'verify'].map(
  (name) => `client/${name}.ts`,
)
const PARTS: readonly Part[] = [
  {
    name: 'server',
    command: ['tsc', '-p', 'tsconfig.build.json'],
    sources: [
      'api',
      'workers',
      'shared',
      'cli',
      'migrations',
      'knexfile.ts',
      'tsconfig.build.json',
    ],
    made: 'dist/cli/start.js',
    cleared: 'dist/migrations',
  },
  {
    name: 'client',
    command: ['tsc', '-p', 'client'],
    sources: [...CLIENT, 'client/tsconfig.json'],
    made: 'client/dist/index.js',
  },
  {
    name: 'widget',
    command: ['vite', 'build', 'web/widget'],
    sources: ['web', ...CLIENT],
    made: 'dist/web/widget.js',
  },
  {
    name: 'dashboard',
    command: ['vite', 'build', 'web/dashboard'],
    sources: ['web', ...CLIENT],
    made: 'dist/web/dashboard/index.html',
  },
  {
    name: 'reference',
    command: ['vite', 'build', 'web/reference'],
    sources: ['web'],
    made: 'dist/web/reference/index.html',
  },
]
/** Sources of every part: another version of a compiler or package makes other files. */
const COMMON = ['tsconfig.json', 'package.json', 'package-lock.json']

/** `npm run compile`: makes those parts whose sources have changed since, side by side. */
async function compile(): Promise<void> {
  await mkdir('dist', { recursive: true })
  const states = await Promise.all(
    PARTS.map(async (part) => {
      const stamp = join('dist', `.${part.name}`)
      const fingerprint = await fingerprintOf([...part.sources, ...COMMON])
      const last = await readFile(stamp, 'utf8').catch(() => '')
      return { ...part, stamp, fingerprint, isMade: last === fingerprint && existsSync(part.made) }
    }),
  )
  const changed = states.filter(({ isMade }) => !isMade)
  if (changed.length === 0) return
  const progress = showProgress()
  progress.step(`Compiling ${changed.map(({ name }) => name).join(', ')}`)
  const outcomes = await Promise.all(
    changed.map(async ({ command, stamp, fingerprint, cleared }) => {
      // Half-made files are nobody's: without its stamp a part is made again.
      await rm(stamp, { force: true })
      if (cleared) await rm(cleared, { recursive: true, force: true })
      const outcome = await run(command)
      if (outcome.code === 0) await writeFile(stamp, fingerprint)
      return outcome
    }),
  )
  progress.end()
  for (const { output } of outcomes) process.stdout.write(output)
  process.exitCode = outcomes.find(({ code }) => code !== 0)?.code ?? 0
}

/** Changes with each name, size and time of these files, and of all files in these folders. */
async function fingerprintOf(sources: readonly string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const source of sources) {
    const entries = await readdir(source, { recursive: true, withFileTypes: true }).catch(
      () => undefined,
    )
    const files = entries
      ? entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
      : [source]
    for (const file of files.sort()) {
      const { size, mtimeMs } = await stat(file)
      hash.update(`${file} ${size} ${mtimeMs}\n`)
    }
  }
  return hash.digest('hex')
}

/** @returns what it said: nothing, when nothing is wrong */
const run = ([program, ...more]: readonly [string, ...string[]]) =>
  new Promise<{ code: number; output: string }>((resolve, reject) => {
    const child = spawn(program, more, { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        output += text
      })
    child.once('error', reject).once('close', (code) => resolve({ code: code ?? 1, output }))
  })

try {
  await compile()
} catch (error) {
  const sentence = explainNotWritable(error)
  if (!sentence) throw error
  console.error(`\n${sentence}\n`)
  process.exit(1)
}
