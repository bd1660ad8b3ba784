import type { Router } from '@koa/router'
import { settings } from '../../shared/lib/config/settings.ts'
import type { Services, State } from '../context.ts'
import { metadataOf } from '../http/operation.ts'
import { readingRouteOf } from '../http/recordPlace.ts'
import { BUCKETS, type LimitSettings } from '../limits/buckets.ts'
import { callersOf } from './callers.ts'
import { HEADERS } from './headers.ts'
import { failures, operationOf } from './operations.ts'
import { samplesOf } from './samples.ts'
import { type Json, titled } from './schemas.ts'
import { describeTags, tagOf, tagsForPeople } from './tags.ts'
import { DELIVERY_HEADERS, RECEIVER_ANSWERS, webhooksOf } from './webhooks.ts'

type Route = Router<State, Services>['stack'][number]

/**
 * Builds `/openapi.json` (OpenAPI 3.1) from the declarations of the routes' guards.
 * @param limits the limits of the service that serves it
 */
export function describeApi(
  routers: readonly Router<State, Services>[],
  version: string,
  limits: LimitSettings = DEFAULT_LIMITS,
): Json {
  const schemas = titled()
  const paths: Record<string, Json> = {}
  const operations = operationsOf(routers)
  const forPeople = tagsForPeople(operations)
  const names = new Set(operations.map(({ method, path }) => `${method} ${path}`))
  const isAlias = (method: string, path: string) =>
    path.startsWith('/api/v1/') && names.has(`${method} ${path.slice('/api/v1'.length)}`)
  for (const { method, path, metadata } of operations) {
    const tag = tagOf(path)
    const isReadable = !!readingRouteOf(path, '{id}', (read) => names.has(`GET ${read}`))
    const described = operationOf(method, path, metadata, schemas.refer, isReadable)
    const description = [described.description, callersOf(method, path, metadata, limits)]
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: {
        tags: [tag],
        ...described,
        summary: isAlias(method, path) ? `${metadata.summary} (under /api/v1)` : metadata.summary,
        description: description.filter(Boolean).join('\n\n'),
        'x-codeSamples': samplesOf(method, path, metadata, forPeople.has(tag)),
      },
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Parley',
      version,
      summary: "The engine behind a company's chat.",
      description: ABOUT,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'This server.' }],
    ...describeTags(forPeople),
    paths,
    webhooks: webhooksOf(schemas.refer),
    components: {
      responses: { ...failures(schemas.refer), ...RECEIVER_ANSWERS },
      schemas: schemas.all,
      headers: HEADERS,
      parameters: DELIVERY_HEADERS,
      securitySchemes: SECURITY_SCHEMES,
    },
  }
}

/** The limits of a service with default settings. */
const DEFAULT_LIMITS = Object.fromEntries(
  Object.values(BUCKETS).flatMap((bucket) =>
    'setting' in bucket ? [[bucket.setting, settings[bucket.setting].default]] : [],
  ),
) as unknown as LimitSettings

/** Every documented operation of the routes, in their order. */
export const operationsOf = (routers: readonly Router<State, Services>[]) =>
  routers
    .flatMap(({ stack }) => stack)
    .flatMap((route) => {
      const metadata = metadataOf(route.stack)
      const methods = metadata.id ? route.methods.filter((method) => method !== 'HEAD') : []
      return methods.map((method) => ({ method, path: pathOf(route), metadata }))
    })

export const ABOUT = `Answers each posted message synchronously, with a reply that knows the user, the company's knowledge and the
conversation so far.

## A first reply

1. \`POST /api/v1/sessions\` opens a session for an anonymous visitor, \`POST /api/v1/conversations\` a conversation with a known customer.
2. \`POST …/messages\` answers with the reply, or streams it.
3. \`POST /api/v1/knowledge/qa\` and \`…/urls\` give the agents your company's knowledge.

The samples take their variables from the environment: \`BASE_URL\` is this service's address, \`CLIENT_SECRET\` is an application's
secret or key. The TypeScript samples use the client of \`client/\`, \`parley-client\`; the Python samples need only the standard library.
\`/postman.json\` has the same requests as a collection for Postman and similar tools.

## Credentials

A server sends a secret of its application, or a key, as \`Authorization: Bearer sk_…\`, or as the user name of Basic without a password.
It may also send the client id as \`X-API-Key\` with the secret as \`X-API-Secret\`. Keep the secret on your server: it must never be in a page. A key's
scopes say what it may do; each operation names the scopes that it needs. A test key's conversations count in no figure and are deleted after a day. A
visitor's browser sends a widget token as \`Authorization: Bearer\`. The dashboard's pages send a cookie. Each operation says who may call it.

## Streaming

With \`Accept: text/event-stream\`, \`POST …/messages\` streams the reply while the model writes it. \`GET …/messages/{id}\` with the last event's id as
\`Last-Event-ID\` resumes a lost stream. \`GET …/events\` streams what happens in your organization. These
operations describe the events of their streams, and have samples that read them.

## Limits

Each operation says how many requests it accepts from each caller. Every answer of a limited operation says in \`RateLimit\` how many are left. A
request above the limit gets \`429\` with a \`Retry-After\`, and stores nothing.

## Sending again

A POST with an \`Idempotency-Key\` can be sent again: for 24 hours the same key and body give the same record. Each operation that takes the
key says so. Other operations, such as trials, replays, handoffs, invitations and sign-ins, act again. \`PATCH\`, \`PUT\` and \`DELETE\` need no key,
because repeating them has the same result: they ignore a key.

## Changing records

A PATCH takes the fields that change, or the whole record as it was read: an equal value is no change. With the record's \`ETag\` as
\`If-Match\`, a change or deletion is refused (412) if the record has changed since. With it as \`If-None-Match\`, a GET that would
answer the same is 304, without a body.

## Answers and errors

Examples of answers are what the operations answered to their samples, with other ids, times and secrets, and at most two items of a list.
Every answer has an \`X-Request-Id\`. Every failure has the same envelope: \`code\` is stable and for programs, \`detail\` is a sentence for
people. Each path works with and without a slash at its end.

A \`201\` has the \`Location\` of its record, if it can be read by itself. Answers are JSON in UTF-8 whatever \`Accept\` asks for, except for
\`text/event-stream\` where an operation streams. Bodies are \`application/json\`, or a type that ends with \`+json\` such as
\`application/merge-patch+json\`, in UTF-8. \`OPTIONS\` answers with the methods of a path in \`Allow\`.`

const SECURITY_SCHEMES = {
  key: {
    type: 'http',
    scheme: 'bearer',
    description:
      'A secret of an application, or a key with scopes (`sk_…`, for tests `sk_test_…`); the only header that a server needs. Also taken as the user name of Basic. It must never be in a browser: with an `Origin`, the request is refused. A test key may be tried out on the page of this reference.',
  },
  client_id: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: 'The client id of an application (`app_…`), together with its secret.',
  },
  client_secret: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Secret',
    description:
      'A secret of the application (`sk_…`). It must never be in a browser: with an `Origin`, the request is refused.',
  },
  widget_token: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      "A visitor's token from `POST /api/v1/auth/widget-token`, valid for an hour and for the origin to which it was issued.",
  },
  dashboard_session: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-parley_session',
    description:
      'The cookie that signing in to the dashboard sets; it is called `parley_session` where NODE_ENV is not `production`.',
  },
  csrf_token: {
    type: 'apiKey',
    in: 'header',
    name: 'X-CSRF-Token',
    description:
      'The `csrf_token` of the sign-in, with each request of a signed-in user that changes something.',
  },
}

/** Writes `/api/v1/agents/:id` as `/api/v1/agents/{id}`. */
const pathOf = ({ path }: Route) => String(path).replace(/:(\w+)/g, '{$1}')
