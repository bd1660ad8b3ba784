/** The parts of a JSON Schema that the page shows. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  enum?: unknown[]
  default?: unknown
  examples?: unknown[]
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  uniqueItems?: boolean
  deprecated?: boolean
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description?: string
  schema: Schema
}

type Content = Record<string, { schema: Schema; example?: unknown }>

export interface Answer {
  $ref?: string
  description?: string
  content?: Content
}

export interface Sample {
  lang: string
  label: string
  source: string
}

interface Described {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  deprecated?: boolean
  parameters: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, Answer>
  /** Each object is enough: the credentials that it names. */
  security?: Record<string, unknown>[]
  'x-event-stream'?: boolean
  'x-codeSamples': Sample[]
}

/** The parts of `/openapi.json` that the page shows. */
export interface OpenApi {
  info: { title: string; version: string; description: string }
  tags: { name: string; 'x-displayName': string; description: string }[]
  'x-tagGroups': { name: string; description?: string; tags: string[] }[]
  paths: Record<string, Record<string, Described>>
  components: { schemas: Record<string, Schema>; responses: Record<string, Answer> }
}

export interface Operation extends Described {
  method: string
  path: string
}

/** The operations of a tag. */
export interface Area {
  id: string
  title: string
  description: string
  /** Text that applies to all areas of its group. */
  ofGroup: string
  operations: Operation[]
}

/** A part of the introduction. */
export interface Chapter {
  id: string
  title: string
  text: string
}

export interface Reference {
  version: string
  about: string
  chapters: Chapter[]
  groups: { name: string; description: string; areas: Area[] }[]
  components: OpenApi['components']
}

/** Returns the document in the order in which the page shows it. */
export function readReference(document: OpenApi): Reference {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, described]): Operation => ({ ...described, path, method: method.toUpperCase() }),
    ),
  )
  const areas = new Map(
    document.tags.map(({ name, description, 'x-displayName': title }): [string, Area] => [
      name,
      {
        id: name,
        title,
        description,
        ofGroup: '',
        operations: operations.filter(({ tags }) => tags.includes(name)),
      },
    ]),
  )
  const [about = '', ...chapters] = document.info.description.split(/^## /m)
  return {
    version: document.info.version,
    about,
    chapters: chapters.map((chapter) => {
      const [title = '', ...lines] = chapter.split('\n')
      return { id: title.toLowerCase().replaceAll(' ', '-'), title, text: lines.join('\n').trim() }
    }),
    groups: document['x-tagGroups'].map(({ name, description = '', tags }) => ({
      name,
      description,
      areas: tags.map((tag) => Object.assign(areas.get(tag)!, { ofGroup: description })),
    })),
    components: document.components,
  }
}

/** Returns the schema that a reference points to, and its name if it has one. */
export function resolve(
  schema: Schema,
  { components }: Reference,
): { schema: Schema; name?: string } {
  const name = schema.$ref?.split('/').pop()
  return name ? { schema: components.schemas[name] ?? {}, name } : { schema }
}
