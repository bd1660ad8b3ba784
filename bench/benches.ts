interface Bench {
  /** Its program's path below `bench/`. */
  file: string
  measures: string
  /** Whether it needs the built processes. */
  built?: boolean
}

/** The benches of `npm run bench -- NAME`, by name. */
export const BENCHES: Record<string, Bench> = {
  load: {
    file: 'load/main.ts',
    measures:
      'messages a second, latency and cost beside a plain program; half an hour, or less with --short',
    built: true,
  },
  growth: {
    file: 'growth/main.ts',
    measures: 'a message with a million others in the database',
    built: true,
  },
  pages: {
    file: 'growth/pages.ts',
    measures: 'pages and processor time of messages and questions, by what is stored and waits',
  },
  scale: { file: 'growth/scale.ts', measures: 'a message with more processes', built: true },
  capacity: {
    file: 'capacity.ts',
    measures: 'nothing: computes the tables of docs/scaling.md from growth',
  },
  seed: {
    file: 'seedGrowth.ts',
    measures: 'nothing: fills a database with three months of a service',
  },
  waiting: {
    file: 'waiting.ts',
    measures: 'up to 10,000 clients that wait at the same time',
    built: true,
  },
  streaming: {
    file: 'streaming.ts',
    measures: 'the way of a first token to its client',
    built: true,
  },
  people: {
    file: 'people.ts',
    measures: "the way of a person's message to the customer",
    built: true,
  },
  events: { file: 'events.ts', measures: 'what events and webhooks add to a message', built: true },
  startup: { file: 'startup.ts', measures: 'time until each process is ready', built: true },
  memory: {
    file: 'memory.ts',
    measures: 'memory of each process, idle and with 200 replies in flight',
    built: true,
  },
  answers: {
    file: 'knowledge/answers.ts',
    measures: 'the replies that are right, wrong or refused',
  },
  queries: {
    file: 'knowledge/queries.ts',
    measures: 'what written queries add to the first text, to tokens, and to what is found',
  },
  retrieval: {
    file: 'knowledge/retrieval.ts',
    measures: 'how well and how fast passages are found',
  },
  changes: {
    file: 'knowledge/changes.ts',
    measures: 'a question after entries of the knowledge have changed',
  },
  indexing: {
    file: 'knowledge/indexing.ts',
    measures: 'waiting question/answer pairs until they are indexed',
  },
  writings: {
    file: 'writings.ts',
    measures: 'a message by its script: Latin, Han, Hangul, Arabic, Thai',
  },
  analytics: { file: 'analytics.ts', measures: "the analytics' routes with 5 million requests" },
  threads: { file: 'threads.ts', measures: 'the list of conversations with 100,000 messages' },
}
