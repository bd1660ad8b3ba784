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

/** Removes shell commands from descriptions, because users of the client need none. */
const asClientsNeedIt = (key: string, value: unknown) =>
  key === 'description' && typeof value === 'string' ? value.replace(/\n*```sh\n.*?\n```/gs, '') : value

const file = fileURLToPath(new URL('schema.ts', import.meta.url))
if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(file, await generateTypes())
