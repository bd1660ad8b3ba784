type LegacyJson = Record<string, unknown>

interface Document {
  paths: Record<string, Record<string, LegacyJson>>
  components: { schemas: Record<string, LegacyJson> }
}

const ASSISTANT_ID = {
  type: 'string',
  format: 'uuid',
  deprecated: true,
  description: 'The `agent_id`, under its name in the earlier form of the API.',
}

/**
 * Adds the earlier form to the reference, for a service that accepts it as well (`LEGACY_FORM`,
 * `middleware/legacyForm.ts`).
 */
export function withLegacyForm(document: object): object {
  const described = structuredClone(document) as Document
  for (const schema of Object.values(described.components.schemas)) {
    const properties = schema.properties as LegacyJson | undefined
    if (properties?.agent_id) properties.assistant_id = ASSISTANT_ID
  }
  for (const [path, operations] of Object.entries(described.paths)) {
    for (const operation of Object.values(operations)) takeOldField(operation)
    if (path.startsWith('/api/v1/agents'))
      described.paths[path.replace('agents', 'assistants')] = olderOf(operations)
  }
  return described
}

/** Lets a body have `assistant_id` in place of `agent_id`. */
function takeOldField({ requestBody }: LegacyJson): void {
  const content = (requestBody as { content?: Record<string, { schema: LegacyJson }> } | undefined)
    ?.content
  const schema = content?.['application/json']?.schema
  const properties = schema?.properties as LegacyJson | undefined
  if (!schema || !properties?.agent_id) return
  properties.assistant_id = ASSISTANT_ID
  const required = (schema.required ?? []) as string[]
  if (!required.includes('agent_id')) return
  schema.required = required.filter((name) => name !== 'agent_id')
  schema.oneOf = [{ required: ['agent_id'] }, { required: ['assistant_id'] }]
}

const olderOf = (operations: Record<string, LegacyJson>) =>
  Object.fromEntries(
    Object.entries(operations).map(([method, operation]) => [
      method,
      {
        ...operation,
        operationId: `${operation.operationId}Legacy`,
        'x-codeSamples': (operation['x-codeSamples'] as LegacyJson[])
          // The TypeScript client does not know the earlier form.
          .filter(({ lang }) => lang !== 'TypeScript')
          .map((sample) => ({
            ...sample,
            source: String(sample.source).replaceAll('/api/v1/agents', '/api/v1/assistants'),
          })),
        deprecated: true,
      },
    ]),
  )
