import type { components } from '../../../client/schema.ts'

type Schemas = components['schemas']
export type Configuration = Schemas['ReadWidgetConfiguration']
export type Reply = Schemas['SessionReply'] & {
  /** Missing at servers of earlier versions, whose agents have no tools. */
  actions?: Action[]
  /** The reply that this one continues, after a decision. */
  continues?: string | null
}
/** Something that the agent does only if somebody agrees. */
export interface Action {
  call_id: string
  title: string
  /** The question in words; null: the tool has none. */
  words: string | null
  /** null, like the digest: a person of the company decides. */
  arguments: Record<string, unknown> | null
  argument_titles?: Record<string, string> | null
  decides: 'customer' | 'person' | null
  state: string
  digest: string | null
  expires_at: string | null
}
export type HumanMessage = Schemas['SessionHumanMessage']
export type Question = Schemas['SessionQuestion']
export type Citation = Schemas['Citation']
/** A file of a message. */
export type Attached = Schemas['Attachment']
export type Token = Schemas['WidgetToken']
