import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Measurement } from './measure.ts'
import type { Result } from './rounds.ts'

/** What `--record` stores, and each later run of the short form is compared with. */
export interface RecordedRatio {
  /** A date, such as 2026-11-30. */
  measured_on: string
  /** Parley's processor time a message as a multiple of the plain program's. */
  ratio: number
  /** Milliseconds of processor time a message, by process. */
  cpu_ms: Record<'plain' | 'parley', Measurement['cpu_ms']>
}

const FILE = 'bench/results/ratio.json'
/** A recorded ratio may grow by this share until a change has to say why. */
const MOST_WORSE = 0.05
const RECORD = 'npm run bench -- load --short --record'

/** Reads the recorded ratio; undefined: none was recorded. */
export const readRatio = (): RecordedRatio | undefined =>
  existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : undefined

export const recordRatio = (ratio: RecordedRatio): void =>
  writeFileSync(FILE, `${JSON.stringify(ratio, null, 2)}\n`)

/** Returns what a result says about processor time: the medians of its rounds, to 1 %. */
export function ratioIn({ medians, ratios }: Result): RecordedRatio {
  const { plain, redis } = medians
  return {
    measured_on: new Date().toISOString().slice(0, 10),
    ratio: toHundredths(ratios.redis!.plain!.cpu_ms.total),
    cpu_ms: { plain: rounded(plain!.cpu_ms), parley: rounded(redis!.cpu_ms) },
  }
}

/** Compares a ratio with the recorded one, and says what to do. */
export function judge(
  now: RecordedRatio,
  recorded: RecordedRatio | undefined,
): { isWorse: boolean; sentence: string } {
  const figure = `A message takes ${now.ratio.toFixed(2)} times the processor time of the plain program`
  if (!recorded) return { isWorse: false, sentence: `${figure}; no figure is recorded: ${RECORD}` }
  const change = now.ratio / recorded.ratio - 1
  const percent = `${Math.abs(change * 100).toFixed(0)} %`
  const before = `${recorded.ratio.toFixed(2)} was recorded on ${recorded.measured_on}`
  if (change > MOST_WORSE)
    return {
      isWorse: true,
      sentence: `${figure}; ${before}. This is ${percent} more, and ${MOST_WORSE * 100} % are allowed. Run it again on a quiet machine. If the change is worth its cost, record the new figure with ${RECORD}, and say why in the commit.`,
    }
  if (change < -MOST_WORSE)
    return {
      isWorse: false,
      sentence: `${figure}; ${before}. This is ${percent} less: record it with ${RECORD}, so that no later change loses it again.`,
    }
  return { isWorse: false, sentence: `${figure}; ${before}.` }
}

const toHundredths = (value: number) => Math.round(value * 100) / 100

const rounded = (cpu: Measurement['cpu_ms']) =>
  Object.fromEntries(
    Object.entries(cpu).map(([name, ms]) => [name, toHundredths(ms)]),
  ) as Measurement['cpu_ms']
