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
  /** The files and folders that the part reads. */
  sources: readonly string[]
  /** A file that the part makes. */
  made: string
  /** Folders to empty first: they are read as a whole, so a stale file would be used. */
  cleared?: readonly string[]
  /** The part that makes a source of this part. */
  needs?: string
}

/** Types only: nothing but the compiler reads this file. */
const TYPES = 'client/schema.ts'
const CLIENT = ['index', 'events', 'persistent', 'react', 'verify'].map(
  (name) => `client/${name}.ts`,
)
const PARTS: readonly Part[] = [
  {
    name: 'types',
    command: ['tsx', 'client/generate.ts'],
    sources: ['api', 'shared', 'client/generate.ts'],
    made: TYPES,
  },
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
    cleared: ['dist/migrations', 'dist/shared/languages'],
  },
  {
    name: 'packages',
    command: ['tsx', 'cli/copyPackages.ts'],
    sources: ['cli/copyPackages.ts'],
    made: 'dist/packages/pdfjs-dist/package.json',
  },
  {
    name: 'client',
    command: ['tsc', '-p', 'client'],
    sources: [...CLIENT, TYPES, 'client/tsconfig.json'],
    made: 'client/dist/index.js',
    needs: 'types',
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
/** Sources of every part, because another version of a compiler or package makes other files. */
const COMMON = ['tsconfig.json', 'package.json', 'package-lock.json']

/** The output of a part's command; empty if nothing is wrong. */
interface Outcome {
  code: number
  output: string
}

/**
 * `npm run build`: makes the parts whose sources have changed, side by side. With names, it makes
 * only these parts and what they need. With `--clean`, it empties the output folders and makes
 * every part.
 */
async function compile(): Promise<void> {
  const names = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
  const chosen = names.length ? PARTS.filter(({ name }) => names.includes(name)) : PARTS
  if (process.argv.includes('--clean')) await rm('dist', { recursive: true, force: true })
  await mkdir('dist', { recursive: true })
  const all = [...new Set(chosen.flatMap((part) => [...neededBy(part), part]))]
  const changed = (await Promise.all(all.map(stateOf))).filter(({ isMade }) => !isMade)
  if (changed.length === 0) return
  const progress = showProgress()
  const left = new Set(changed.map(({ name }) => name))
  const show = (isNew: boolean) => progress.step(`Compiling ${[...left].join(', ')}`, isNew)
  show(true)
  const outcomes = await Promise.all(
    all.map(async (part) => {
      const outcome = await make(part)
      if (left.delete(part.name) && left.size) show(false)
      return outcome
    }),
  )
  progress.end()
  for (const { output } of outcomes) process.stdout.write(output)
  process.exitCode = outcomes.find(({ code }) => code !== 0)?.code ?? 0
}

const neededBy = ({ needs }: Part) => PARTS.filter(({ name }) => name === needs)

async function stateOf(part: Part) {
  const stamp = join('dist', `.${part.name}`)
  const fingerprint = await fingerprintOf([...part.sources, ...COMMON])
  const last = await readFile(stamp, 'utf8').catch(() => '')
  return { ...part, stamp, fingerprint, isMade: last === fingerprint && existsSync(part.made) }
}

const running = new Map<string, Promise<Outcome>>()

/** Makes a part once, after the parts that it needs. */
function make(part: Part): Promise<Outcome> {
  const outcome = running.get(part.name) ?? makeAfterNeeds(part)
  running.set(part.name, outcome)
  return outcome
}

async function makeAfterNeeds(part: Part): Promise<Outcome> {
  for (const needed of neededBy(part)) {
    const { code } = await make(needed)
    // The part that failed has printed why.
    if (code !== 0) return { code, output: '' }
  }
  const { command, stamp, fingerprint, cleared = [], isMade } = await stateOf(part)
  if (isMade) return { code: 0, output: '' }
  // The files may be incomplete. Without its stamp, the part is made again.
  await rm(stamp, { force: true })
  for (const folder of cleared) await rm(folder, { recursive: true, force: true })
  const outcome = await run(command)
  if (outcome.code === 0) await writeFile(stamp, fingerprint)
  return outcome
}

/**
 * Returns a hash that changes with each name, size and time of these files, and of all files in
 * these folders.
 */
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
      // Another part may not have made this source yet.
      const found = await stat(file).catch(() => undefined)
      hash.update(`${file} ${found?.size} ${found?.mtimeMs}\n`)
    }
  }
  return hash.digest('hex')
}

const run = ([program, ...more]: readonly [string, ...string[]]) =>
  new Promise<Outcome>((resolve, reject) => {
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
