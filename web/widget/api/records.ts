import type { components } from '../../../client/schema.ts'

type Schemas = components['schemas']
export type Configuration = Schemas['WidgetConfiguration']
export type Reply = Schemas['SessionReply']
export type HumanMessage = Schemas['SessionHumanMessage']
export type Question = Schemas['SessionQuestion']
export type Citation = Schemas['Citation']
export type Token = Schemas['WidgetToken']
