import type { FromSchema } from 'json-schema-to-ts'
import { providerSettings } from '../catalog/catalog.ts'
import type { SealingKey } from '../sealing.ts'
import { apiSettings } from './apiSettings.ts'
import { databaseSettings } from './databaseSettings.ts'
import { deliverySettings } from './deliverySettings.ts'
import { jobSettings } from './jobSettings.ts'
import { limitSettings } from './limitSettings.ts'
import { modelSettings } from './modelSettings.ts'
import { observabilitySettings } from './observabilitySettings.ts'
import { processSettings } from './processSettings.ts'
import { retentionSettings } from './retentionSettings.ts'
import type { SettingTable } from './setting.ts'
import { signInSettings } from './signInSettings.ts'
import { storageSettings } from './storageSettings.ts'
import type { Times } from './times.ts'

/** Every setting. `npm run tables` writes `.env.example` and `docs/settings.md` from them. */
export const settings = {
  ...databaseSettings,
  ...apiSettings,
  ...signInSettings,
  ...modelSettings,
  ...providerSettings,
  ...jobSettings,
  ...limitSettings,
  ...storageSettings,
  ...deliverySettings,
  ...retentionSettings,
  ...observabilitySettings,
  ...processSettings,
}

/** The same settings, in the sections of the two files. */
export const SETTING_SECTIONS: Readonly<Record<string, SettingTable>> = {
  'PostgreSQL and Redis': databaseSettings,
  API: apiSettings,
  'Signing in and mail': signInSettings,
  Models: modelSettings,
  'Providers of models': providerSettings,
  'Replies and knowledge': jobSettings,
  'Rate limits': limitSettings,
  Files: storageSettings,
  Webhooks: deliverySettings,
  'How long data is kept': retentionSettings,
  'Metrics, logs and traces': observabilitySettings,
  Processes: processSettings,
}

/** The default of API_HOURLY_LIMIT with LEGACY_FORM: the limit that the earlier form promised. */
export const LEGACY_HOURLY_LIMIT = 1000

export const SETTING_NAMES = Object.keys(settings) as (keyof typeof settings)[]

type Given = FromSchema<{
  type: 'object'
  properties: typeof settings
  additionalProperties: false
}>

/** The checked settings. A setting with a default is always present. */
export interface Config
  extends Readonly<
    Omit<Given, 'DATABASE_URL' | 'LLM_PRICES' | 'SECRET_KEYS' | 'WIDGET_TOKEN_KEYS'>
  > {
  readonly DATABASE_URL: string
  readonly LLM_PRICES: Readonly<Record<string, readonly [number, number, number?]>>
  /** The first key signs widget tokens. Every key can verify them. */
  readonly WIDGET_TOKEN_KEYS: readonly { kid: string; secret: string }[]
  /** The first key seals secrets. Every key can open them. */
  readonly SECRET_KEYS: readonly SealingKey[]
  /** Times between processes in milliseconds, scaled by TIME_SCALE. */
  readonly times: Times
}

/**
 * Settings of a program that needs no database address, because it can start the embedded database.
 */
export type LocalConfig = Omit<Config, 'DATABASE_URL'> & { readonly DATABASE_URL?: string }
