import type { Provider } from './protocols/provider.ts'

/** The model that needs neither a key nor a network; see `workers/extractive/`. */
export const BUILTIN_MODEL = 'builtin:extractive'

export const builtin = {
  name: 'builtin',
  settings: {},
  isFree: true,
  variables: {},
  models: ['extractive'],
  takesTemperature: () => false,
} satisfies Provider
