import type { Configuration } from '../../widget/api/records.ts'

/** What of a chat can be looked at, and its name. */
export const SCENES = [
  ['greeting', 'Greeting'],
  ['reply', 'A question and its reply'],
  ['waiting', 'While it writes'],
  ['closed', 'Closed'],
  ['offline', 'No connection'],
  ['limit_reached', 'Limit reached'],
  ['failed', 'Something failed'],
  ['agent_inactive', 'Agent not active'],
  ['session_ended', 'Chat ended'],
] as const
export type Scene = (typeof SCENES)[number][0]

/** What the editor tells its preview, whole, at each change. */
export interface PreviewState {
  kind: 'parley-preview'
  configuration: Partial<Configuration>
  /** What the visitor's browser speaks. */
  language: string
  isDark: boolean
  scene: Scene
}

/** What the preview tells the editor when it can be told something. */
export const READY = 'parley-preview-ready'
