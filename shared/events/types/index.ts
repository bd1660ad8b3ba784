import { agent } from './agent.ts'
import { alert } from './alert.ts'
import { budget } from './budget.ts'
import { connection } from './connection.ts'
import { conversation } from './conversation.ts'
import type { EventKind } from './eventKind.ts'
import { feedback } from './feedback.ts'
import { handoff } from './handoff.ts'
import { identitySecret } from './identitySecret.ts'
import { invitation } from './invitation.ts'
import { knowledgeEntry } from './knowledgeEntry.ts'
import { message } from './message.ts'
import { organization } from './organization.ts'
import { secret } from './secret.ts'
import { session } from './session.ts'
import { toolCall } from './toolCall.ts'
import { user } from './user.ts'
import { webhookEndpoint } from './webhookEndpoint.ts'

/** The kinds of records that events are about, in the order of the reference. */
export const KINDS = {
  message,
  session,
  conversation,
  handoff,
  feedback,
  tool_call: toolCall,
  knowledge_entry: knowledgeEntry,
  agent,
  organization,
  alert,
  budget,
  connection,
  secret,
  identity_secret: identitySecret,
  invitation,
  user,
  webhook_endpoint: webhookEndpoint,
} as const satisfies Record<string, EventKind>

/** The kind of record that an event is about and that its `data` shows. */
export type EventTarget = keyof typeof KINDS
export type EventName = { [Kind in EventTarget]: keyof (typeof KINDS)[Kind]['types'] }[EventTarget]
