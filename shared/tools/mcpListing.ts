import { createHash } from 'node:crypto'
import { isDeeperThan, toStorableJson, toStorableText } from '../lib/storable.ts'
import { canonical } from './digest.ts'
import { type McpTarget, requestLimits, withClient } from './mcpClient.ts'
import { isObject } from './schemaKeywords.ts'
import { MAX_SCHEMA_BYTES } from './schemaProblems.ts'

/** What a server of MCP says of one of its tools. */
export interface ListedTool {
  /** Its name at the server. */
  mcp_name: string
  title: string
  description: string
  input_schema: Record<string, unknown>
  /** Whether the server says that it changes nothing: a hint, which proves nothing. */
  is_read_only: boolean
  /** The SHA-256 of all that can lead a model: see `listedDigest`. */
  digest: string
}

export interface McpListing {
  /** The version that the server speaks. */
  protocol: string
  /** At most `MAX_LISTED`, in the server's order; each name once. */
  tools: ListedTool[]
  /** Whether the server has more tools than were read. */
  is_partial: boolean
  /** How many tools cannot be used, because their name or schema is not right or too large. */
  unusable: number
}

/** The most tools that are taken from a server. */
export const MAX_LISTED = 100
const MAX_PAGES = 4
/** The most bytes of a page. */
const MAX_PAGE_BYTES = 1024 * 1024
/** Models get the whole description in each prompt. */
const MAX_DESCRIPTION = 1_000
const MAX_NAME = 128
const MAX_TITLE = 80
/** Levels of a schema, of which arguments are checked by the first eight. */
const MAX_LEVELS = 20

/**
 * Asks a server for its tools.
 * @throws the errors of `withClient`
 */
export const listMcpTools = (
  target: McpTarget,
  trustedHosts: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<McpListing> =>
  withClient(
    { ...target, protocol: null },
    { trustedHosts, maxBytes: MAX_PAGE_BYTES, signal },
    (fetch) => fetch,
    async (client) => {
      const listed: unknown[] = []
      let cursor: string | undefined
      let pages = 0
      do {
        const page = await client.request(
          { method: 'tools/list', params: cursor === undefined ? {} : { cursor } },
          requestLimits(signal),
        )
        listed.push(...page.tools)
        cursor = page.nextCursor
      } while (cursor !== undefined && ++pages < MAX_PAGES && listed.length < MAX_LISTED)
      const read = listed.slice(0, MAX_LISTED).map(readTool)
      const usable = read.filter((tool) => tool !== undefined)
      const tools = [...new Map(usable.map((tool) => [tool.mcp_name, tool])).values()]
      return {
        protocol: client.getNegotiatedProtocolVersion() ?? '',
        tools,
        is_partial: cursor !== undefined || listed.length > MAX_LISTED,
        unusable: read.length - tools.length,
      }
    },
  )

/** Reads a tool of a listing; undefined: it cannot be used. */
function readTool(listed: unknown): ListedTool | undefined {
  if (!isObject(listed) || isDeeperThan(listed, MAX_LEVELS)) return undefined
  const { name, title, description, inputSchema, annotations } = listed
  const isNamed = typeof name === 'string' && name !== '' && name.length <= MAX_NAME
  if (!isNamed || toStorableText(name) !== name || !isObject(inputSchema)) return undefined
  if (Buffer.byteLength(JSON.stringify(inputSchema)) > MAX_SCHEMA_BYTES) return undefined
  const hints = isObject(annotations) ? annotations : {}
  const named = firstText([title, hints.title, name])
  return {
    mcp_name: name,
    title: cut(named, MAX_TITLE),
    description: cut(firstText([description, named]), MAX_DESCRIPTION),
    input_schema: toStorableJson(inputSchema) as Record<string, unknown>,
    is_read_only: hints.readOnlyHint === true,
    digest: listedDigest(listed),
  }
}

/** Digests what the server says of a tool, uncut: 64 hexadecimal digits. */
function listedDigest(listed: Record<string, unknown>): string {
  const { description, inputSchema, outputSchema, annotations } = listed
  const said = canonical({ description, inputSchema, outputSchema, annotations })
  return createHash('sha256').update(said).digest('hex')
}

/** Returns the first text that is not blank. */
const firstText = (values: readonly unknown[]): string =>
  String(values.find((value) => typeof value === 'string' && value.trim() !== '')).trim()

/** Cuts a text, not within a character. */
const cut = (text: string, most: number) => toStorableText(text.slice(0, most))
