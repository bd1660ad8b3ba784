import type { HumanMessage, Reply } from './api/records.ts'

/** The events that a page can listen to, with the detail of each event. */
export interface Events {
  ready: object
  open: object
  close: object
  message: { content: string }
  reply: Reply
  person: HumanMessage
  error: { code: string; detail: string }
  session: { id: string }
  identity_expired: object
}

export type Emit = <Name extends keyof Events>(name: Name, detail: Events[Name]) => void
export type Listener<Name extends keyof Events> = (detail: Events[Name]) => void
