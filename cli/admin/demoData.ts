import { rollUpActivity } from '../../shared/analytics/activityRollups.ts'
import { environment, loadLocalConfig } from '../../shared/lib/config/config.ts'
import { hashPassword } from '../../shared/lib/secrets.ts'
import { findOrganization } from '../../shared/people/organizations.ts'
import {
  DEMO_MONTH,
  DEMO_MONTH_OWNER,
  makeDemoMonth,
  untilDemoMonthIsIndexed,
} from '../demo/month.ts'
import { UsageError } from '../terminal/usage.ts'
import type { Command } from './options.ts'
import { makePassword } from './people.ts'

/** Milliseconds without any indexed entry after which the command ends and leaves the rest. */
const PATIENCE_MS = 15_000
const ROLL_UP_MS = 20_000

/** Commands that make a month of conversations to look at. */
export const DEMO_DATA: Record<string, Command> = {
  'demo-data': {
    does: `Fill the organization ${DEMO_MONTH.name} with a month of conversations`,
    more: 'Makes the organization, and replaces that of an earlier call. Changes no other organization. The password is shown once. Run it while Parley runs, so that workers index its knowledge.',
    takes: ['seed', 'yes'],
    examples: ['demo-data --yes'],
    prepare({ seed = '1', yes }) {
      if (!/^\d{1,9}$/.test(seed))
        throw new UsageError('--seed must be a whole number of at most nine digits.')
      const config = loadLocalConfig(environment())
      if (config.DATABASE_URL && !yes)
        throw new UsageError(
          `DATABASE_URL names a database: add --yes if ${DEMO_MONTH.name} is really to be made there.`,
        )
      const password = makePassword()
      return async (db) => {
        const namesake = await findOrganization(db, DEMO_MONTH.name)
        if (namesake && namesake.id !== DEMO_MONTH.id)
          throw new UsageError(
            `There is an organization ${DEMO_MONTH.name} that this command did not make.`,
          )
        const month = await makeDemoMonth(db, {
          seed: Number(seed),
          until: Date.now(),
          passwordHash: await hashPassword(password),
        })
        const isIndexed = await untilDemoMonthIsIndexed(db, month, PATIENCE_MS)
        await rollUpActivity(db, ROLL_UP_MS)
        const { threads, messages, handoffs, ratings, requests, entries } = month.counts
        const json = {
          organization_id: DEMO_MONTH.id,
          email: DEMO_MONTH_OWNER,
          password,
          is_indexed: isIndexed,
        }
        const indexed = isIndexed
          ? ''
          : '\nNo worker runs. The knowledge is indexed when a worker starts.'
        return {
          json: { ...json, ...month.counts },
          text: `${DEMO_MONTH.name} has ${messages} messages in ${threads} conversations, ${handoffs} of which went to people, ${ratings} ratings, ${entries} entries and ${requests} requests.${indexed}
Sign in to the dashboard:
  email     ${DEMO_MONTH_OWNER}
  password  ${password}`,
        }
      }
    },
  },
}
