import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import openapiTS, { astToString } from 'openapi-typescript'
import { ROUTERS } from '../api/app.ts'
import { describeApi } from '../api/openapi/document.ts'

const NOTICE = '// Made of the API by `npm run client`; not to be edited.\n\n'

/** Generates the types of every operation, as `schema.ts` has them. */
export async function generateTypes(): Promise<string> {
  const document = JSON.stringify(describeApi(ROUTERS, 'any'), asClientsNeedIt)
  return NOTICE + astToString(await openapiTS(document))
}

/** The limits are those of one service; the client is for any. */
const asClientsNeedIt = (key: string, value: unknown) =>
  key === 'description' && typeof value === 'string'
    ? value.replace(/\n*\*\*Callers and limits\*\*.*/s, '')
    : value

const file = fileURLToPath(new URL('schema.ts', import.meta.url))
if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(file, await generateTypes())
