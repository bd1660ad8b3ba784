import type { EventName } from '../../components/records/endpoints.ts'
import { t } from '../../lib/texts.tsx'

/** What each event type means, for every type of the API, in the order of the menu. */
const DESCRIPTIONS: Readonly<Record<EventName, string>> = {
  'message.completed': t('An agent has replied.'),
  'message.failed': t('A reply has failed.'),
  'message.cancelled': t('A reply was cancelled.'),
  'message.requires_action': t('A reply waits for a decision on a tool call.'),
  'tool.called': t('A tool call has succeeded.'),
  'tool.failed': t('A tool call has failed, was denied or was not decided in time.'),
  'tool.unknown': t('It is not known whether a tool call had its effect.'),
  'tool.settled': t('A tool call of unknown outcome was settled.'),
  'session.created': t('A session was opened.'),
  'session.closed': t('A session was closed.'),
  'session.expired': t('A session has expired.'),
  'session.deleted': t('A session was deleted.'),
  'conversation.created': t('A conversation was opened.'),
  'conversation.closed': t('A conversation was closed.'),
  'conversation.reopened': t('A closed conversation was opened again. Not sent at present.'),
  'conversation.deleted': t('A conversation was deleted.'),
  'handoff.requested': t('A conversation was handed off to people.'),
  'handoff.assigned': t('A person was assigned to a conversation that people have.'),
  'handoff.released': t('Nobody is assigned any more to a conversation that people have.'),
  'handoff.asked': t('A customer has written to the people who have the conversation.'),
  'handoff.replied': t('A person has answered a customer.'),
  'handoff.unanswered': t('Nobody has answered a customer in time.'),
  'handoff.overdue': t("A customer has no answer within the organization's target."),
  'handoff.returned': t('People have returned a conversation to its agent.'),
  'feedback.created': t('A reply or a conversation was rated.'),
  'feedback.changed': t('A rating or its comment was changed.'),
  'feedback.deleted': t('A rating was deleted.'),
  'knowledge.created': t('A knowledge entry was added.'),
  'knowledge.ready': t('A knowledge entry is indexed.'),
  'knowledge.failed': t('A knowledge entry could not be indexed.'),
  'knowledge.deleted': t('A knowledge entry was deleted.'),
  'agent.created': t('An agent was created.'),
  'agent.changed': t('The settings of an agent were changed.'),
  'agent.deleted': t('An agent was deleted.'),
  'limit.blocked': t('A rate limit has refused requests in a minute.'),
  'alert.raised': t(
    'A limit or budget is used to 80 %, many replies fail, or a connection is down.',
  ),
  'alert.resolved': t('All is well again, or the window of the limit or budget has ended.'),
  'budget.warned': t('A budget is nearly spent.'),
  'budget.reached': t('A budget is reached.'),
  'connection.created': t('A connection to models was created.'),
  'connection.changed': t('A connection to models was changed.'),
  'connection.deleted': t('A connection to models was deleted.'),
  'secret.created': t('An application got a secret.'),
  'secret.revoked': t('A secret of an application was revoked or has expired.'),
  'identity_secret.created': t('An application got an identity secret.'),
  'identity_secret.revoked': t('An identity secret of an application was revoked or has expired.'),
  'user.invited': t('A person was invited.'),
  'user.joined': t('A person has joined the organization.'),
  'user.changed': t('The role of a person was changed.'),
  'user.removed': t('A person was removed from the organization.'),
  'endpoint.disabled': t('Parley has disabled a webhook endpoint.'),
  'endpoint.tested': t('A test event for a webhook endpoint.'),
}

type NounOf<Name> = Name extends `${infer Noun}.${string}` ? Noun : never
type Noun = NounOf<EventName>
/** The group of each type, by the first noun of its name. */
const GROUPS: Readonly<Record<Noun, string>> = {
  message: t('Replies'),
  tool: t('Tools'),
  session: t('Sessions'),
  conversation: t('Conversations'),
  handoff: t('Handoffs to people'),
  feedback: t('Feedback'),
  knowledge: t('Knowledge'),
  agent: t('Agents'),
  limit: t('Limits and budgets'),
  alert: t('Limits and budgets'),
  budget: t('Limits and budgets'),
  connection: t('Connections and secrets'),
  secret: t('Connections and secrets'),
  identity_secret: t('Connections and secrets'),
  user: t('Members'),
  endpoint: t('Webhooks'),
}

/**
 * Returns what a type means; '': unknown, because the service was updated after this page was
 * loaded.
 */
export const descriptionOf = (type: string): string => DESCRIPTIONS[type as EventName] ?? ''

/** Returns the type with this name, if it exists. */
export const typeNamed = (name: string | null): EventName | undefined =>
  name !== null && Object.hasOwn(DESCRIPTIONS, name) ? (name as EventName) : undefined

/** A type, and what it means. */
export type DescribedType = readonly [EventName, string]

const TYPES = Object.entries(DESCRIPTIONS) as [EventName, string][]
const groupOf = ([name]: DescribedType) => GROUPS[name.split('.')[0] as Noun]

/** The types by group, in the order of the menu. */
export const TYPE_GROUPS: readonly (readonly [string, readonly DescribedType[]])[] = [
  ...new Set(Object.values(GROUPS)),
].map((group) => [group, TYPES.filter((type) => groupOf(type) === group)])
