import type { Configuration } from '../../widget/api/records.ts'

/** The states of a chat that the preview can show. */
export const SCENES = [
  'greeting',
  'reply',
  'waiting',
  'closed',
  'offline',
  'limit_reached',
  'failed',
  'agent_inactive',
  'session_ended',
] as const
export type Scene = (typeof SCENES)[number]

/** The whole state of the preview. The editor sends it after each change. */
export interface PreviewState {
  kind: 'parley-preview'
  configuration: Partial<Configuration>
  /** The language of the visitor's browser. */
  language: string
  isDark: boolean
  scene: Scene
}

/** Signals to the editor that the preview can receive messages. */
export const READY = 'parley-preview-ready'
