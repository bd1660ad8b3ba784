import type { EventTarget } from '../../../shared/events/eventTypes.ts'
import {
  flag,
  object,
  orNull,
  record,
  type Schema,
  text,
  time,
  uuid,
  yes,
} from '../../http/schemas.ts'
import { agent } from '../agents/agents.ts'
import { alert } from '../alerts/alerts.ts'
import { secret } from '../applications/applicationSecrets.ts'
import { identitySecret } from '../applications/identitySecrets.ts'
import { budget } from '../budgets/budgets.ts'
import { conversation } from '../chat/conversations.ts'
import { feedbackSchemas } from '../chat/feedback.ts'
import { session } from '../chat/sessions.ts'
import { handoffSchemas } from '../handoffs/handoffs.ts'
import { fileEntry } from '../knowledge/fileEntry.ts'
import { qaEntry } from '../knowledge/qa.ts'
import { urlEntry } from '../knowledge/urls.ts'
import { connection } from '../models/connections.ts'
import { invitation } from '../people/invitations.ts'
import { organization } from '../people/organization.ts'
import { person } from '../people/users.ts'
import { toolCall } from '../threads/callSchemas.ts'
import { messageSchemas } from '../threads/messageSchemas.ts'

/** Returns a record's schema without the fields that only people at the dashboard may read. */
function without(
  title: string,
  description: string,
  whole: Schema,
  hidden: readonly string[],
): Schema {
  const properties = Object.entries(whole.properties as Record<string, Schema>)
  return object(
    title,
    description,
    Object.fromEntries(properties.filter(([name]) => !hidden.includes(name))),
  )
}

const endpoint = record(
  'WebhookEndpointOfEvent',
  'A webhook endpoint, without its address.',
  {
    description: text('Purpose of the endpoint, for people.'),
    events: {
      type: 'array',
      items: { type: 'string' },
      description: 'Types of the events that are sent; `*` stands for all.',
    },
    is_active: flag('Whether events are sent.'),
    disabled_at: orNull(time('When Parley disabled it'), 'Parley has not disabled it'),
    disabled_reason: orNull(
      {
        type: 'string',
        enum: ['gone', 'failing'],
        description:
          'Why Parley disabled it. `gone`: it answered 410; `failing`: it failed for too long.',
      },
      'Parley has not disabled it',
    ),
  },
  'webhook_endpoint',
)

/** The records that events of each kind show as `data`. */
export const SHOWN: Record<EventTarget, readonly Schema[]> = {
  message: [messageSchemas.session.reply, messageSchemas.conversation.reply],
  session: [session],
  conversation: [conversation],
  handoff: [handoffSchemas.session, handoffSchemas.conversation],
  feedback: [feedbackSchemas.session, feedbackSchemas.conversation],
  tool_call: [toolCall],
  knowledge_entry: [qaEntry, urlEntry, fileEntry],
  agent: [agent],
  alert: [alert],
  budget: [budget],
  organization: [
    without(
      'OrganizationOfEvent',
      'Your organization, without its limits, settings and retention.',
      organization,
      [
        'requests',
        'widget_limits',
        'retention',
        'time_zone',
        'office_hours',
        'assignment',
        'targets',
      ],
    ),
  ],
  connection: [
    without('ConnectionOfEvent', 'A server of models, without how it is reached.', connection, [
      'base_url',
      'key_hint',
      'options',
      'last_test',
    ]),
  ],
  secret: [
    without('SecretOfEvent', 'A secret of an application, without any part of it.', secret, [
      'hint',
    ]),
  ],
  identity_secret: [
    without(
      'IdentitySecretOfEvent',
      'An identity secret of an application, without any part of it.',
      identitySecret,
      ['hint'],
    ),
  ],
  user: [
    without(
      'UserOfEvent',
      'A user of the dashboard, without who it is and whether they are there.',
      person,
      ['email', 'name', 'photo', 'last_seen_at', 'takes_chats', 'is_present'],
    ),
  ],
  invitation: [
    without('InvitationOfEvent', 'An invitation, without who invites whom.', invitation, [
      'email',
      'invited_by',
    ]),
  ],
  webhook_endpoint: [endpoint],
}

/** Stands in place of a deleted record. */
export const deletedRecord = object('DeletedRecord', 'Stands for a record that was deleted.', {
  id: uuid('Id of the record that was deleted.'),
  object: { type: 'string', enum: Object.keys(SHOWN), description: 'The kind of the record.' },
  deleted: yes('Always true: the record is deleted.'),
})
