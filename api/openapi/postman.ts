import type { Router } from '@koa/router'
import type { Services, State } from '../context.ts'
import type { RouteMetadata } from '../http/operation.ts'
import { EXAMPLE_ID, type Schema } from '../http/schemas.ts'
import { ABOUT, operationsOf } from './document.ts'
import { headerParameters } from './headers.ts'
import type { Json } from './schemas.ts'
import { areaOf, describeTag, TAGS } from './tags.ts'

/**
 * Describes the requests that an application's secret or key may make, as a collection of Postman
 * 2.1: `/postman.json`. Bruno, Insomnia and Hoppscotch read it, too. Importers of `/openapi.json`
 * send optional headers with invented values. Requests use what earlier ones have created, by
 * variables such as `agent_id`.
 */
export function describeCollection(
  routers: readonly Router<State, Services>[],
  version: string,
): Json {
  const folders: Record<string, Json[]> = {}
  for (const { method, path, metadata } of operationsOf(routers)) {
    if (!metadata.credentials?.includes('application')) continue
    // A session's messages are in its folder, because they use what its other requests have
    // created.
    folders[areaOf(path)] ??= []
    folders[areaOf(path)]!.push(requestOf(method, path, metadata))
  }
  return {
    info: {
      name: `Parley ${version}`,
      description: `${ABOUT}\n\nFill in the variable \`client_secret\`: a secret of an application, or a key of it with the scopes that the requests need.`,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    item: [...new Set([...MADE_FIRST, ...TAGS])]
      .filter((tag) => folders[tag])
      .map((tag) => ({ name: tag, description: describeTag(tag), item: folders[tag] })),
  }
}

/** Folders whose requests create records that requests of other folders name. */
const MADE_FIRST = ['agents', 'contexts']

/** Lists the collection's variables. @param address of the server that was called */
export const collectionVariables = (address: string) => [
  { key: 'base_url', value: address },
  { key: 'client_id', value: '' },
  { key: 'client_secret', value: '' },
]

function requestOf(method: string, path: string, metadata: Partial<RouteMetadata>): Json {
  const parts = path.slice(1).split('/')
  const made = method === 'POST' && 201 in (metadata.answers ?? {}) ? variablesMadeBy(parts) : []
  return {
    name: metadata.summary,
    request: {
      method,
      description: metadata.description,
      header: [
        { key: 'Authorization', value: 'Bearer {{client_secret}}' },
        ...headerParameters(method, metadata).map(({ name, description, example, ...more }) => ({
          key: name,
          value: String(example ?? ''),
          description,
          disabled: !('required' in more && more.required),
        })),
      ],
      url: {
        raw: `{{base_url}}${path.replace(/\{(\w+)\}/g, ':$1')}`,
        host: ['{{base_url}}'],
        path: parts.map((part) => part.replace(/^\{(\w+)\}$/, ':$1')),
        variable: parts.flatMap((part, at) => {
          const name = /^\{(\w+)\}$/.exec(part)?.[1]
          return name ? [{ key: name, value: `{{${variableOf(name, parts.slice(0, at))}}}` }] : []
        }),
        query: queryOf(metadata.query),
      },
      ...(metadata.body ? { body: bodyOf(metadata.body) } : {}),
    },
    ...(made.length ? { event: [{ listen: 'test', script: { exec: setVariables(made) } }] } : {}),
  }
}

const queryOf = (query: Schema | undefined) =>
  Object.entries((query?.properties ?? {}) as Record<string, Schema>).map(
    ([key, { description }]) => ({
      key,
      value: '',
      description,
      disabled: true,
    }),
  )

function bodyOf({ contentMediaType, examples, properties }: Schema): Json {
  const [example] = examples as [object]
  if (contentMediaType === 'multipart/form-data') {
    const isFile = (name: string) =>
      'contentMediaType' in (properties as Record<string, object>)[name]!
    return {
      mode: 'formdata',
      formdata: Object.entries(withVariables(example)).map(([key, value]) =>
        isFile(key) ? { key, type: 'file', src: [] } : { key, type: 'text', value: String(value) },
      ),
    }
  }
  return {
    mode: 'raw',
    raw: JSON.stringify(withVariables(example), null, 2),
    options: { raw: { language: 'json' } },
  }
}

/** Replaces the ids of an example by the variables that other requests set. */
const withVariables = (example: object) =>
  Object.fromEntries(
    Object.entries(example).map(([name, value]) => {
      const variable = IDS_OF[name] ?? name
      if (value === EXAMPLE_ID) return [name, `{{${variable}}}`]
      return [name, Array.isArray(value) && value[0] === EXAMPLE_ID ? [`{{${variable}}}`] : value]
    }),
  )

/** Variables of fields whose names differ from theirs. */
const IDS_OF: Record<string, string> = {
  user_context_id: 'context_id',
  ids: 'qa_id',
  knowledge_id: 'file_id',
}

/**
 * Names the variable of a path's parameter. @param collection the path before it: after
 * `sessions/{session_id}/messages`, `id` is `session_message_id`
 */
function variableOf(parameter: string, collection: string[]): string {
  if (parameter !== 'id') return parameter
  const names = [collection.at(-3), collection.at(-1)].map((name) =>
    name!.replace(/ies$/, 'y').replace(/s$/, '').replaceAll('-', '_'),
  )
  return `${/^\{/.test(collection.at(-2)!) ? names.join('_') : names[1]}_id`
}

/**
 * Names the variables that a POST to a collection sets. A session or conversation also sets the
 * thread's; a webhook test sets the delivery's.
 */
function variablesMadeBy(parts: string[]): string[] {
  const collection = parts.at(-1)!
  const isThread = collection === 'sessions' || collection === 'conversations'
  if (parts.join('/').endsWith('webhook-endpoints/{id}/test')) return ['delivery_id']
  return [variableOf('id', parts), ...(isThread ? ['thread_id'] : [])]
}

const setVariables = (variables: string[]) =>
  variables.map(
    (name) =>
      `if (pm.response.code < 300) pm.collectionVariables.set('${name}', pm.response.json().data.id)`,
  )
