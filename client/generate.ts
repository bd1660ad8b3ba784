import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import openapiTS, { astToString } from 'openapi-typescript'
import { ROUTERS } from '../api/app.ts'
import { describeApi } from '../api/openapi/document.ts'

/**
 * Generates `schema.ts`, the types of every operation. `cli/compile.ts` runs this when the API has
 * changed.
 */
const NOTICE =
  '// Generated from the API by `npm run client`. Do not edit; git ignores this file.\n\n'
const FILE = new URL('schema.ts', import.meta.url)

/** Leaves out limits: they belong to one service, and the client is for any service. */
const asClientsNeedIt = (key: string, value: unknown) =>
  key === 'description' && typeof value === 'string'
    ? value.replace(/\n*\*\*Callers and limits\*\*.*/s, '')
    : value

const document = JSON.stringify(describeApi(ROUTERS, 'any'), asClientsNeedIt)
const types = NOTICE + astToString(await openapiTS(document))
// An unchanged file is not written, so that nothing that depends on it compiles again.
if (!existsSync(FILE) || readFileSync(FILE, 'utf8') !== types) writeFileSync(FILE, types)
