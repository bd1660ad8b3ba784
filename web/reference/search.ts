import MiniSearch from 'minisearch'
import { type Operation, type Reference, resolve, type Schema } from './reference.ts'

/** Names deeper in an answer belong to records with operations of their own. */
const MAX_DEPTH = 4

export type Find = (question: string) => Operation[]

/** Makes a search in all operations by summary, path, name, and the names of their fields. */
export function makeSearch(reference: Reference): Find {
  const operations = reference.groups.flatMap(({ areas }) =>
    areas.flatMap((area) => area.operations.map((operation) => ({ operation, area: area.title }))),
  )
  const index = new MiniSearch({
    fields: ['summary', 'path', 'name', 'area', 'fields', 'description'],
    searchOptions: {
      prefix: true,
      fuzzy: 0.15,
      combineWith: 'AND',
      boost: { summary: 4, path: 3, name: 3, area: 2 },
    },
  })
  index.addAll(
    operations.map(({ operation, area }, id) => ({
      id,
      area,
      summary: operation.summary,
      path: operation.path,
      name: `${operation.operationId} ${operation.operationId.replace(/[A-Z]/g, ' $&')} ${operation.method}`,
      fields: [...fieldsOf(operation, reference)].join(' '),
      description: operation.description ?? '',
    })),
  )
  return (question) => index.search(question).map(({ id }) => operations[id as number]!.operation)
}

function fieldsOf(operation: Operation, reference: Reference): Set<string> {
  const names = new Set(operation.parameters.map(({ name }) => name))
  const collect = (schema: Schema, depth: number): void => {
    const { schema: found } = resolve(schema, reference)
    for (const [name, property] of Object.entries(found.properties ?? {})) {
      names.add(name)
      if (depth < MAX_DEPTH) collect(property, depth + 1)
    }
    for (const part of [found.items ?? [], found.anyOf ?? [], found.oneOf ?? []].flat())
      if (depth < MAX_DEPTH) collect(part, depth + 1)
  }
  const bodies = [operation.requestBody, ...Object.values(operation.responses)]
  for (const content of bodies.flatMap((body) => Object.values(body?.content ?? {})))
    collect(content.schema, 0)
  return names
}
