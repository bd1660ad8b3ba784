import { createHash } from 'node:crypto'

/**
 * A number from 0 to below 1 that depends only on the seed and the labels. Each choice of a run is
 * drawn by its own labels and not from one stream, so that a run repeats even if its processes take
 * turns in another order.
 */
export function draw(seed: number, ...labels: (string | number)[]): number {
  const digest = createHash('md5')
    .update([seed, ...labels].join(' '))
    .digest()
  return digest.readUInt32BE() / 2 ** 32
}

/** Picks one of the choices. @param drawn from 0 to below 1 */
export const pick = <T>(choices: readonly T[], drawn: number): T =>
  choices[Math.floor(drawn * choices.length)]!
