import { hasRedis } from '../support/servers/servers.ts'
import { declareScenarios } from './declare.ts'

/**
 * The other scenarios, which `npm run test:all` plays, with one backend if it does not matter where
 * the queue is.
 */
declareScenarios(
  'no reply is lost, doubled or out of order, whatever else happens',
  ({ everyday, short }, { backend }) => !everyday && (!hasRedis || (short ?? backend) === backend),
)
