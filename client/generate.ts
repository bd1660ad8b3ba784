import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import openapiTS, { astToString } from 'openapi-typescript'
import { ROUTERS } from '../api/app.ts'
import { describeApi } from '../api/openapi/document.ts'

/**
 * Generates `schema.ts`, the types of every operation. `cli/compile.ts` runs this when the API has
 * changed.
 */
const NOTICE = '// Made of the API by `npm run client`; not to be edited, and not kept in git.\n\n'
const FILE = new URL('schema.ts', import.meta.url)

/** The limits are those of one service; the client is for any. */
const asClientsNeedIt = (key: string, value: unknown) =>
  key === 'description' && typeof value === 'string'
    ? value.replace(/\n*\*\*Callers and limits\*\*.*/s, '')
    : value

const document = JSON.stringify(describeApi(ROUTERS, 'any'), asClientsNeedIt)
const types = NOTICE + astToString(await openapiTS(document))
// A file that is left alone makes nothing else compile anew.
if (!existsSync(FILE) || readFileSync(FILE, 'utf8') !== types) writeFileSync(FILE, types)
