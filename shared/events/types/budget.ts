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
    period: { type: 'string', enum: PERIODS, description: 'How long its periods are.' },
    begins: { type: 'string', format: 'date', description: 'First day of the period, by UTC.' },
    spent: amount('What was spent of it, in its unit.'),
    amount: amount('The most that may be spent of it, in its unit.'),
    unit: { type: 'string', enum: UNITS, description: 'What it counts.' },
    application_id: uuid('Id of the application whose share it is, of a budget for applications.'),
    agent_id: uuid('Id of the agent whose share it is, of a budget for agents.'),
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
