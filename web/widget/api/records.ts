import type { components } from '../../../client/schema.ts'

type Schemas = components['schemas']
export type Configuration = Schemas['ReadWidgetConfiguration']
export type Reply = Schemas['SessionReply']
/** Something that the agent does only if somebody agrees. */
export type Action = Schemas['ReplyAction']
export type HumanMessage = Schemas['SessionHumanMessage']
export type Question = Schemas['SessionQuestion']
export type Citation = Schemas['Citation']
/** A file of a message. */
export type Attached = Schemas['Attachment']
export type Token = Schemas['WidgetToken']
