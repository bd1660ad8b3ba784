import { RUNS_ALL } from '../support/run/runsAll.ts'
import { hasRedis } from '../support/servers/servers.ts'
import { declareScenarios } from './declare.ts'

/** `npm run test:all` plays them with their default of 200 messages. */
const MESSAGES = 80

/**
 * The scenarios of every `npm test`. Those of one backend run on it alone, and in `npm run test:all`
 * on both.
 */
declareScenarios(
  'no reply is lost, doubled or out of order',
  ({ everyday = false }, { backend }) =>
    everyday === true || (everyday && (RUNS_ALL || !hasRedis || everyday === backend)),
  { inOneWorld: true, n: RUNS_ALL ? undefined : MESSAGES },
)
