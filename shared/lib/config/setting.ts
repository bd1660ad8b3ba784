/** A process of the Procfile; or the command that runs all of them on one machine. */
export type SettingReader = 'web' | 'worker' | 'worker-index' | 'worker-deliver' | 'npm start'

/**
 * A setting: a JSON Schema of its value, and what `.env.example` and the reference of settings say.
 * The name tells the unit, such as SECONDS, DAYS or TOKENS.
 */
export interface Setting {
  readonly type: 'string' | 'integer' | 'number' | 'boolean'
  /** What it is first, then what its values do. Errors about the setting show it, too. */
  readonly description: string
  readonly default?: string | number | boolean
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly format?: string
  readonly enum?: readonly string[]
  /** What `.env.example` shows in place of the default. */
  readonly examples?: readonly [string]
  /** Whether it is listed in front: most installations look at it. */
  readonly matters?: true
  /** Absent: every process. */
  readonly readBy?: readonly SettingReader[]
}

export type SettingTable = Readonly<Record<string, Setting>>

/** Keywords that are not of JSON Schema. */
export const OWN_KEYWORDS: readonly (keyof Setting)[] = ['matters', 'readBy']
