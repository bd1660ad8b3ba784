import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { WRITERS, WRITTEN_ELSEWHERE } from '../../migrations/repeatable/eventWriters.ts'
import { EVENT_NAMES, EVENT_TYPES, type EventName } from '../../shared/events/eventTypes.ts'

describe('the writers of events', () => {
  it('exist for each type of event, in the order of the types, and for no other', () => {
    const written = [...new Set(WRITERS.map(({ type }) => type))]
    const elsewhere = Object.keys(WRITTEN_ELSEWHERE)
    expect(written).to.deep.equal(EVENT_NAMES.filter((name) => !elsewhere.includes(name)))
    expect(EVENT_NAMES).to.include.members(elsewhere)
  })

  it('name the kind of record that their type is about', () => {
    for (const { type, of } of WRITERS)
      expect(EVENT_TYPES[type as EventName].target, type).to.equal(of.kind)
  })

  it('are in a file of the code if no trigger writes the event', () => {
    for (const [type, file] of Object.entries(WRITTEN_ELSEWHERE))
      expect(readFileSync(file, 'utf8'), file).to.contain(
        `'${type}', '${EVENT_TYPES[type as EventName].target}'`,
      )
  })

  it('react to the same changes of a table, because one trigger calls them', () => {
    const changes = new Map<string, string[]>()
    for (const { on, of } of WRITERS)
      if (on.startsWith('update')) changes.set(of.table, [...(changes.get(of.table) ?? []), on])
    for (const [table, ons] of changes) expect(new Set(ons).size, `${table}: ${ons}`).to.equal(1)
  })
})
