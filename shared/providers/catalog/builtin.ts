import type { Provider } from './provider.ts'

/** The model that needs neither a key nor a network; see `workers/extractive/`. */
export const BUILTIN_MODEL = 'builtin:extractive'

export const builtin = {
  name: 'builtin',
  settings: {},
  prices: {},
  isFree: true,
  problem: (_, wanted, model) =>
    `builtin:${model}` === BUILTIN_MODEL ? undefined : `${wanted} builtin: has one model, ${BUILTIN_MODEL}.`,
  takesTemperature: () => false,
} satisfies Provider
