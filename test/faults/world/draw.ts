import { createHash } from 'node:crypto'

/**
 * A number from 0 to below 1 that depends on nothing but the seed and the labels. Every choice of a run is drawn so, by what it is
 * for, and not from one stream: then a run is the same again also where its processes took turns in another order.
 */
export function draw(seed: number, ...labels: (string | number)[]): number {
  const digest = createHash('md5')
    .update([seed, ...labels].join(' '))
    .digest()
  return digest.readUInt32BE() / 2 ** 32
}

/** One of the choices. */
export const pick = <T>(choices: readonly T[], drawn: number): T =>
  choices[Math.floor(drawn * choices.length)]!
