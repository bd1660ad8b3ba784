/** A part of a message's work, to which the processor time of both programs is assigned. */
export interface Part {
  name: string
  title: string
  /** What Parley does there that the plain program does not. */
  why: string
  /** Matches the owners of code, as `ownersOf` in report/profile.ts names them. */
  owners?: RegExp
}

/**
 * All parts, in the order of their table. Code belongs to the first part that matches its owner:
 * a package, a file of the build, or a state of V8. What no part matches belongs to `rest`.
 */
export const PARTS: readonly Part[] = [
  {
    name: 'postgres',
    title: 'PostgreSQL, all of its processes',
    why: 'events in order, one row for each open job that is claimed, renewed and removed, sums for the inbox; against that, one statement serves several messages',
  },
  {
    name: 'redis',
    title: 'Redis',
    why: 'wake-ups that other workers may refuse, notifications with the reply, several limits',
  },
  {
    name: 'pg',
    title: 'client of PostgreSQL',
    why: 'more and wider columns: marks, citations, traces; batches that store or refuse each message separately',
    owners: /^(pg|pg-\w+|postgres-\w+)$|^dist\/shared\/lib\/db\//,
  },
  {
    name: 'queue',
    title: 'client of Redis, BullMQ',
    why: 'the same libraries',
    owners: /^(ioredis|bullmq|redis-\w+|msgpackr|@ioredis\/.*)$|^dist\/shared\/lib\/queue\//,
  },
  {
    name: 'http',
    title: 'HTTP: Koa, router, bodies',
    why: 'compression, CORS, security headers, limits of a body',
    owners:
      /^(koa|koa-\w+|@koa\/.*|raw-body|accepts|cookies|vary|statuses|path-to-regexp|co-body|type-is|content-\w+)$|^bench\/plain\/api|^dist\/api\/(app|server|http)|^node:_?http/,
  },
  {
    name: 'guards',
    title: 'keys, limits, validation',
    why: 'keys with scopes, expiry and rotation; limits of key, organization and thread; texts without control characters',
    owners: /^(ajv|ajv-\w+|jsonwebtoken)$|^dist\/api\/(auth|limits|middleware|routes|audit)\//,
  },
  {
    name: 'observed',
    title: 'logs, metrics, traces',
    why: 'a line for each request and job, metrics for Prometheus, spans, sums of the analytics',
    owners:
      /^(pino|pino-\w+|sonic-boom|thread-stream|quick-format-unescaped|safe-stable-stringify|prom-client|tdigest|bintrees|@opentelemetry\/.*)$|^dist\/(shared\/lib\/observability|api\/metrics)\//,
  },
  {
    name: 'jobs',
    title: 'claims, leases, batches',
    why: 'what makes that nothing is lost and nothing comes twice: leases, fencing tokens, sweeps, shares of organizations',
    owners:
      /^dist\/(workers\/(jobs|worker|lanes|main)|shared\/(jobs|lib\/async|process|chat|budgets)|api\/replies)/,
  },
  {
    name: 'search',
    title: 'search of passages',
    why: 'BM25 over stems of any language in the worker; the plain program lets PostgreSQL search',
    owners: /^(lru-cache|quickselect)$|^dist\/(shared\/(search|knowledge)|workers\/search)\//,
  },
  {
    name: 'language',
    title: 'languages, words, stems',
    why: 'the language of a question decides how it is searched and answered',
    owners:
      /^(eld|@orama\/stemmers|stopword|n2words)$|^dist\/(workers\/language|shared\/(lib\/text|languages))\//,
  },
  {
    name: 'model',
    title: 'prompt, call of the model',
    why: 'budgets, prices, breakers and traits; the plain program calls through all of LangChain',
    owners:
      /^(@langchain\/.*|langchain|langsmith|openai|undici|zod|zod-.*|js-tiktoken|p-queue|p-retry|eventemitter3|camelcase|decamelize|ansi-styles|base64-js)$|^dist\/(workers\/(reply|prompt|models)|shared\/(models|lib\/catalog|agents))\/|^bench\/plain\/worker|^node:internal\/deps\/undici/,
  },
  {
    name: 'citations',
    title: 'citations, grounding',
    why: 'each sentence is compared with its sources; `grounded` and quotes come from here',
    owners:
      /^dist\/workers\/(citations|grounding|marks|figures|contradictions|extractive|handoffs|questions)\//,
  },
  {
    name: 'garbage',
    title: 'garbage collection',
    why: 'more objects for each message',
    owners: /^\(garbage collector\)$/,
  },
  {
    name: 'node',
    title: 'Node and V8: promises, timers, sockets',
    why: 'more steps for each message, and a turn of the event loop between many of them',
    owners: /^(native|\(program\))$|^node:/,
  },
  { name: 'rest', title: 'what is too small to name', why: 'the same', owners: /^/ },
]
