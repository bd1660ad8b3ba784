import { PERIODS, UNITS } from '../../budgets/budgets.ts'
import { amount, uuid } from '../../lib/schemas.ts'
import { type EventKind, LATER, TIMES } from './eventKind.ts'

const spending = {
  begins_at: '2026-11-01T00:00:00.000Z',
  ends_at: '2026-12-01T00:00:00.000Z',
  subject: null,
  spent: 80.2,
  reserved: 0.1,
  status: 'warned',
  warned_at: LATER,
  reached_at: null,
  warned: 1,
  reached: 0,
}
const spent = { period: 'month', begins: '2026-11-01', spent: 80.2, amount: 100, unit: 'usd' }

export const budget = {
  facts: {
    period: { type: 'string', enum: PERIODS, description: 'Length of its periods.' },
    begins: { type: 'string', format: 'date', description: 'First day of the period, by UTC.' },
    spent: amount('Amount spent, in its unit.'),
    amount: amount('Amount of the budget, in its unit.'),
    unit: { type: 'string', enum: UNITS, description: 'Unit in which the budget counts.' },
    application_id: uuid(
      'Id of the application that has the share, for a budget for applications.',
    ),
    agent_id: uuid('Id of the agent that has the share, for a budget for agents.'),
  },
  data: {
    scope: 'organization',
    application_id: null,
    agent_id: null,
    customer_id: null,
    unit: 'usd',
    amount: 100,
    period: 'month',
    at_limit: 'refuse',
    fallback_model: null,
    spending,
    ...TIMES,
  },
  types: {
    'budget.warned': { description: 'A budget is nearly spent.', example: { facts: spent } },
    'budget.reached': {
      description: 'A budget is reached.',
      example: {
        facts: { ...spent, spent: 100 },
        data: {
          spending: { ...spending, spent: 100, status: 'reached', reached_at: LATER, reached: 1 },
        },
      },
    },
  },
} as const satisfies EventKind
