import { RUNS_ALL } from '../support/run/runsAll.ts'
import { declareScenarios } from './declare.ts'

/** `npm run test:all` plays them with their default of 200 messages. */
const MESSAGES = 80

/** The scenarios that every `npm test` plays, on both backends side by side. */
declareScenarios('no reply is lost, doubled or out of order', ({ everyday = false }) => everyday, {
  inOneWorld: true,
  n: RUNS_ALL ? undefined : MESSAGES,
})
