import { v7 as uuid } from 'uuid'

/** A generator that gives the same numbers for the same seed. */
export interface Random {
  /** A number from 0 to below 1. */
  share(): number
  /** A whole number from 0 to below `below`. */
  whole(below: number): number
  pick<Item>(items: readonly Item[]): Item
  /** Picks an item by its weight: an item with twice the weight comes twice as often. */
  weighted<Item>(items: readonly Item[], weightOf: (item: Item) => number): Item
  /** Returns true with this probability. */
  chance(share: number): boolean
  /** A number around `median`, seldom more than three times as large, like durations. */
  around(median: number): number
  /** A UUID v7 of this instant, in milliseconds since 1970. */
  id(at: number): string
}

/** Mulberry32, which is good enough for rows that only have to look real. */
export function makeRandom(beginning: number): Random {
  let state = beginning
  const share = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const whole = (below: number) => Math.floor(share() * below)
  const bytes = new Uint8Array(16)
  const words = new Uint32Array(bytes.buffer)
  return {
    share,
    whole,
    pick: (items) => items[whole(items.length)]!,
    weighted(items, weightOf) {
      let left = share() * items.reduce((sum, item) => sum + weightOf(item), 0)
      for (const item of items) {
        left -= weightOf(item)
        if (left < 0) return item
      }
      return items.at(-1)!
    },
    chance: (wanted) => share() < wanted,
    around: (median) =>
      median *
      Math.exp(0.45 * Math.sqrt(-2 * Math.log(share() + 1e-9)) * Math.cos(2 * Math.PI * share())),
    id(at) {
      for (let index = 0; index < 4; index++) words[index] = share() * 2 ** 32
      return uuid({ msecs: Math.floor(at), random: bytes, seq: words[0]! })
    },
  }
}
