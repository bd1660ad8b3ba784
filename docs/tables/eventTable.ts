import { EVENT_NAMES, EVENT_TYPES, type EventName } from '../../shared/events/eventTypes.ts'

/**
 * Returns the table of `docs/guide/webhooks.md`: the types of events, each with the facts that it
 * may have.
 */
export const eventTable = () =>
  ['| type | what has happened | facts |', '|---|---|---|', ...EVENT_NAMES.map(rowOf)].join('\n')

function rowOf(name: EventName): string {
  const { description, example } = EVENT_TYPES[name]
  const facts = Object.keys(example?.facts ?? {}).map((fact) => `\`${fact}\``)
  return `| \`${name}\` | ${description} | ${facts.join(', ') || 'none'} |`
}
