/** A process of the Procfile, or the command that runs all processes on one machine. */
export type SettingReader = 'web' | 'worker' | 'worker-index' | 'worker-deliver' | 'npm start'

/**
 * A setting: a JSON Schema of its value, and its text in `.env.example` and the reference of
 * settings. The setting's name ends in its unit, such as SECONDS, DAYS or TOKENS.
 */
export interface Setting {
  readonly type: 'string' | 'integer' | 'number' | 'boolean'
  /**
   * Says first what the setting is, then what its values do. Errors about the setting quote it,
   * too.
   */
  readonly description: string
  readonly default?: string | number | boolean
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly format?: string
  readonly enum?: readonly string[]
  /** The value that `.env.example` shows in place of the default. */
  readonly examples?: readonly [string]
  /** Whether the setting is listed first, because most installations need it. */
  readonly matters?: true
  /** The processes that read the setting. Absent: every process. */
  readonly readBy?: readonly SettingReader[]
}

export type SettingTable = Readonly<Record<string, Setting>>

/** Keywords that JSON Schema does not define. */
export const OWN_KEYWORDS: readonly (keyof Setting)[] = ['matters', 'readBy']
