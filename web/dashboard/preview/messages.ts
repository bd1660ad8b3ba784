import type { Configuration } from '../../widget/api/records.ts'

/** The states of a chat that the preview can show, and their names. */
export const SCENES = [
  ['greeting', 'Greeting'],
  ['reply', 'Question and reply'],
  ['waiting', 'Writing'],
  ['closed', 'Closed'],
  ['offline', 'No connection'],
  ['limit_reached', 'Limit reached'],
  ['failed', 'Error'],
  ['agent_inactive', 'Agent inactive'],
  ['session_ended', 'Chat ended'],
] as const
export type Scene = (typeof SCENES)[number][0]

/** The whole state of the preview. The editor sends it at each change. */
export interface PreviewState {
  kind: 'parley-preview'
  configuration: Partial<Configuration>
  /** The language of the visitor's browser. */
  language: string
  isDark: boolean
  scene: Scene
}

/** Tells the editor that the preview can receive messages. */
export const READY = 'parley-preview-ready'
