import type { CredentialKind } from '../context.ts'
import type { RouteMetadata } from '../http/operation.ts'
import type { Schema } from '../http/schemas.ts'
import { isStream } from './headers.ts'
import { Expression, pythonOf, typeScriptOf } from './literals.ts'

/**
 * A request as a program that runs as it stands, with its variables in the environment: an item of
 * `x-codeSamples`.
 */
export interface Sample {
  lang: 'Shell' | 'TypeScript' | 'Python'
  label: string
  source: string
}

/** One request of an operation. Variables stand for values that differ between callers. */
interface Asked {
  method: string
  path: string
  kind: CredentialKind | undefined
  /** Names of the headers that it needs beside its credentials. Their values are variables. */
  headers: string[]
  body: Schema | undefined
  /** Whether it asks for a stream: of a reply while it is written, or of a feed without an end. */
  streams: false | 'reply' | 'feed'
  /** Whether the answer is a file, not JSON. */
  isFile: boolean
}

/**
 * Makes an operation's samples: a server's request in three languages, and again as a stream if the
 * reply can stream; then curl with each other kind of credentials.
 * @param isForPeople whether only the dashboard uses it
 */
export function samplesOf(
  method: string,
  path: string,
  metadata: Partial<RouteMetadata>,
  isForPeople: boolean,
): Sample[] {
  const { credentials = [], headers = {}, body, answers = {} } = metadata
  const [first] = Object.values(answers).flat()
  const asked: Asked = {
    method,
    path,
    kind: undefined,
    headers: Object.keys(headers).filter((name) => headers[name]!.required !== false),
    body,
    streams: false,
    isFile:
      (first?.contentMediaType ?? 'application/json') !== 'application/json' && !isStream(first!),
  }
  const isForServers =
    credentials.includes('application') || (credentials.length === 0 && !isForPeople)
  const byServer = { ...asked, kind: credentials.length ? ('application' as const) : undefined }
  const stream = Object.values(answers).flat().find(isStream)
  const byOthers = isForServers
    ? credentials.filter((kind) => kind !== 'application')
    : credentials.length
      ? credentials
      : [undefined]
  return [
    ...(isForServers ? inThreeLanguages(byServer) : []),
    ...(isForServers && stream
      ? inThreeLanguages({ ...byServer, streams: stream.isEndless ? 'feed' : 'reply' })
      : []),
    ...byOthers.map((kind): Sample => {
      const label = kind ? `curl, ${BY[kind]}` : 'curl'
      return { lang: 'Shell', label, source: curlOf({ ...asked, kind }) }
    }),
  ]
}

const BY: Record<CredentialKind, string> = {
  application: 'by a server',
  widget: 'by a widget',
  dashboard: 'at the dashboard',
}

function inThreeLanguages(asked: Asked): Sample[] {
  const how = asked.streams ? ', streamed' : ''
  const shell: Sample = { lang: 'Shell', label: `curl${how}`, source: curlOf(asked) }
  if (asked.body?.contentMediaType === 'multipart/form-data')
    return [
      shell,
      { lang: 'TypeScript', label: 'TypeScript', source: formByFetch(asked) },
      { lang: 'Python', label: 'Python', source: formByPython(asked) },
    ]
  return [
    shell,
    {
      lang: 'TypeScript',
      label: `TypeScript${how}`,
      source: asked.kind ? byClient(asked) : byFetch(asked),
    },
    { lang: 'Python', label: `Python${how}`, source: byPython(asked) },
  ]
}

const CREDENTIALS: Record<CredentialKind, string[]> = {
  application: ['-H "Authorization: Bearer $CLIENT_SECRET"'],
  widget: ['-H "Authorization: Bearer $TOKEN"'],
  dashboard: ['-b "__Host-parley_session=$SESSION_COOKIE"', '-H "X-CSRF-Token: $CSRF_TOKEN"'],
}

function curlOf({ method, path, kind, headers, body, streams }: Asked): string {
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => `$${name.toUpperCase()}`)
  // curl chooses this method by itself.
  const isUsual = method === (body ? 'POST' : 'GET')
  return [
    [
      'curl',
      ...(streams ? ['-N'] : []),
      ...(isUsual ? [] : ['-X', method]),
      `"$BASE_URL${address}"`,
    ].join(' '),
    ...(kind ? CREDENTIALS[kind] : []),
    ...headers.map((name) => `-H "${name}: $${name.toUpperCase()}"`),
    ...(streams ? ["-H 'Accept: text/event-stream'"] : []),
    ...formOrJson(body),
  ].join(' \\\n  ')
}

function formOrJson(body: Schema | undefined): string[] {
  const example = exampleOf(body)
  if (example === undefined) return []
  if (body?.contentMediaType === 'multipart/form-data')
    return Object.entries(example as object).map(([name, value]) => formField(name, value, body))
  return ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(example))}`]
}

const exampleOf = (body: Schema | undefined) => (body?.examples as unknown[] | undefined)?.[0]

function formField(name: string, value: unknown, { properties }: Schema): string {
  const isFile = 'contentMediaType' in (properties as Record<string, object>)[name]!
  return `-F ${quoted(`${name}=${isFile ? '@' : ''}${value}`)}`
}

/** Quotes any text for the shell. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

// --- TypeScript

const variable = (name: string) => new Expression(`process.env.${name}!`)

/**
 * Writes a request with the client of `client/`, which adds credentials and retries what may be
 * retried.
 */
function byClient({ method, path, body, streams, isFile }: Asked): string {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  const example = exampleOf(body)
  const options = {
    ...(names.length
      ? {
          params: {
            path: Object.fromEntries(names.map((name) => [name, variable(name.toUpperCase())])),
          },
        }
      : {}),
    ...(example === undefined ? {} : { body: streams ? constant(example) : example }),
    ...(streams ? { headers: { Accept: 'text/event-stream' } } : {}),
    ...(streams || isFile ? { parseAs: 'stream' } : {}),
  }
  const made = { address: 'BASE_URL', key: 'CLIENT_SECRET' }
  const settings = Object.fromEntries(
    Object.entries(made).map(([key, name]) => [key, variable(name)]),
  )
  const given = Object.keys(options).length ? `, ${typeScriptOf(options)}` : ''
  return [
    "import { makeClient } from 'parley-client'",
    '',
    `const parley = makeClient(${typeScriptOf(settings)})`,
    `const { data, error } = await parley.${method}('${path}'${given})`,
    REFUSED,
    streams ? printEvents(streams) : isFile ? PRINT_FILE : 'console.log(data)',
  ].join('\n')
}

// biome-ignore lint/suspicious/noTemplateCurlyInString: it is the sample's own.
const REFUSED = 'if (error) throw new Error(`${error.code}: ${error.detail}`)'

/**
 * Writes a body whose texts keep their types. With a text for one of several, as `'approve'`,
 * TypeScript would forget that a stream was asked for.
 */
const constant = (body: unknown) => new Expression(`${typeScriptOf(body)} as const`)

const PRINT_FILE = 'for await (const part of data!) process.stdout.write(part)'

const printEvents = (streams: 'reply' | 'feed') => `let rest = ''
for await (const part of data!.pipeThrough(new TextDecoderStream())) {
  const events = (rest + part).split('\\n\\n')
  rest = events.pop()!
  for (const event of events) {
    const [, name] = /^event: (.+)$/m.exec(event) ?? []
    const [, json] = /^data: (.+)$/m.exec(event) ?? []
${
  streams === 'feed'
    ? `    if (name === 'message') process.stdout.write(json + '\\n')`
    : `    if (name === 'delta') process.stdout.write(JSON.parse(json!).text)
    if (name === 'error') throw new Error(json)`
}
  }
}`

/**
 * Writes a request with `fetch`, for operations without credentials: the client is not made for
 * these.
 */
function byFetch({ method, path, headers, body, isFile }: Asked): string {
  const example = exampleOf(body)
  const sent = {
    ...Object.fromEntries(headers.map((name) => [name, variable(name.toUpperCase())])),
    ...(example === undefined ? {} : { 'Content-Type': 'application/json' }),
  }
  const init = {
    ...(method === 'GET' ? {} : { method }),
    ...(Object.keys(sent).length ? { headers: sent } : {}),
    ...(example === undefined
      ? {}
      : { body: new Expression(`JSON.stringify(${typeScriptOf(example, '  ')})`) }),
  }
  const address = inTemplate(path)
  const given = Object.keys(init).length ? `, ${typeScriptOf(init)}` : ''
  return [
    `const response = await fetch(\`\${process.env.BASE_URL}${address}\`${given})`,
    'if (!response.ok) throw new Error(await response.text())',
    `console.log(await response.${isFile ? 'text' : 'json'}())`,
  ].join('\n')
}

// --- Python

const pythonVariable = (name: string) => new Expression(`os.environ["${name}"]`)

function byPython({ method, path, kind, headers, body, streams, isFile }: Asked): string {
  const example = exampleOf(body)
  const sent = {
    ...(kind ? { Authorization: new Expression(`f"Bearer {os.environ['CLIENT_SECRET']}"`) } : {}),
    ...Object.fromEntries(headers.map((name) => [name, pythonVariable(name.toUpperCase())])),
    ...(streams ? { Accept: 'text/event-stream' } : {}),
    ...(example === undefined ? {} : { 'Content-Type': 'application/json' }),
  }
  const address = inFormat(path)
  const modules = ['json', 'os', 'sys', 'urllib.error', 'urllib.request'].filter(
    (name) => name !== 'json' || !isFile || example !== undefined,
  )
  return [
    ...(isFile ? modules.toSpliced(1, 0, 'shutil') : modules)
      .sort()
      .map((name) => `import ${name}`),
    '',
    'request = urllib.request.Request(',
    `    f"{os.environ['BASE_URL']}${address}",`,
    `    method="${method}",`,
    ...(Object.keys(sent).length ? [`    headers=${pythonOf(sent, '    ')},`] : []),
    ...(example === undefined
      ? []
      : [`    data=json.dumps(${pythonOf(example, '    ')}).encode(),`]),
    ')',
    'try:',
    '    with urllib.request.urlopen(request) as answer:',
    streams ? readEvents(streams) : `        ${isFile ? READ_FILE : 'print(json.load(answer))'}`,
    'except urllib.error.HTTPError as error:',
    '    sys.exit(error.read().decode())',
  ].join('\n')
}

const READ_FILE = 'shutil.copyfileobj(answer, sys.stdout.buffer)'

const readEvents = (streams: 'reply' | 'feed') => `        for line in map(bytes.decode, answer):
            name, _, value = line.rstrip("\\n").partition(": ")
            if name == "event":
                event = value
${
  streams === 'feed'
    ? `            elif name == "data" and event == "message":
                print(json.loads(value), flush=True)`
    : `            elif name == "data" and event == "delta":
                print(json.loads(value)["text"], end="", flush=True)
            elif name == "data" and event == "error":
                sys.exit(value)`
}`

/** Writes the path as a TypeScript template string. */
const inTemplate = (path: string) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => `\${process.env.${name.toUpperCase()}}`)

/** Writes the path as a Python format string. */
const inFormat = (path: string) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => `{os.environ['${name.toUpperCase()}']}`)

// --- forms with one file, by a server

const fileIn = (body: Schema | undefined) => (exampleOf(body) as { file: string }).file

function formByFetch({ path, body }: Asked): string {
  const address = inTemplate(path)
  const file = fileIn(body)
  return [
    "import { readFile } from 'node:fs/promises'",
    '',
    'const form = new FormData()',
    `form.append('file', new Blob([await readFile('${file}')]), '${file}')`,
    `const response = await fetch(\`\${process.env.BASE_URL}${address}\`, {`,
    "  method: 'POST',",
    `  headers: { Authorization: \`Bearer \${process.env.CLIENT_SECRET}\` },`,
    '  body: form,',
    '})',
    'if (!response.ok) throw new Error(await response.text())',
    `console.log(await response.json())`,
  ].join('\n')
}

function formByPython({ path, body }: Asked): string {
  const address = inFormat(path)
  const file = fileIn(body)
  return `import json
import os
import sys
import urllib.error
import urllib.request
import uuid

boundary = uuid.uuid4().hex
with open("${file}", "rb") as file:
    form = b"\\r\\n".join([
        f"--{boundary}".encode(),
        b'Content-Disposition: form-data; name="file"; filename="${file}"',
        b"",
        file.read(),
        f"--{boundary}--".encode(),
        b"",
    ])
request = urllib.request.Request(
    f"{os.environ['BASE_URL']}${address}",
    method="POST",
    headers={
        "Authorization": f"Bearer {os.environ['CLIENT_SECRET']}",
        "Content-Type": f"multipart/form-data; boundary={boundary}",
    },
    data=form,
)
try:
    with urllib.request.urlopen(request) as answer:
        print(json.load(answer))
except urllib.error.HTTPError as error:
    sys.exit(error.read().decode())`
}
