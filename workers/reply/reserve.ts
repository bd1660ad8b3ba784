import { setTimeout as sleep } from 'node:timers/promises'
import pLimit, { type LimitFunction } from 'p-limit'
import type { ApplicableBudget } from '../../shared/budgets/applicable.ts'
import { noteBudgetEvents } from '../../shared/budgets/events.ts'
import { makeReserve as makeReserveRows, type Reserved } from '../../shared/budgets/reserve.ts'
import type { AttemptUsage } from '../../shared/chat/replies.ts'
import { BUILTIN_MODEL } from '../../shared/lib/catalog/builtin.ts'
import type { Db } from '../../shared/lib/db/db.ts'
import { AppError } from '../../shared/lib/errors.ts'
import type { Log } from '../../shared/lib/observability/log.ts'
import type { Connections } from '../../shared/models/connections.ts'
import { type CallTokens, costOf } from '../../shared/models/prices.ts'
import { type PlannedCall, reachedBudgets, spentOf, usageOf } from '../models/calls.ts'
import type { HelperCall } from '../models/helperCall.ts'
import { tokensOfRequest } from '../models/tools.ts'
import { modelOf, ownAttempt, type ReplyConfig, type ReplyRun } from './run.ts'

/**
 * The result if budgets have too little left for a call, even if running replies give back all that
 * they have reserved. Their owner has chosen another model (`instead`) or a refusal.
 */
type Reached =
  | { refusal: AppError; instead?: never }
  | { budgets: string[]; instead: string; refusal?: never }

export interface Reservations {
  /**
   * Reserves the most that a call may cost, in every budget that applies to the reply. Waits some
   * seconds while running replies hold the rest, because most of them give back a part.
   * @returns undefined: it is reserved; else nothing is reserved
   * @throws AppError budget_reached: running replies still hold the rest; model_not_configured: a
   *   budget in money applies, and the model has no price
   */
  reserve(run: ReplyRun, call: PlannedCall): Promise<Reached | undefined>
  /** Whether budgets have room for an optional call. Never waits, and never throws for a budget. */
  hasRoom(run: ReplyRun, call: PlannedCall): Promise<boolean>
}

/**
 * The factor for a prompt's estimated tokens: the estimate is up to 20 % too low for code. A
 * provider also adds some tokens for each message.
 */
const MARGIN = 1.25
const TOKENS_OF_MESSAGE = 8

/** Milliseconds after a job's deadline within which its last usage is stored. */
const LATE_MS = 60_000

interface ReservationDeps {
  db: Db
  log: Log
  connections: Connections
  config: ReplyConfig
}

export function makeReservations({ db, log, connections, config }: ReservationDeps): Reservations {
  const reserveRows = makeReserveRows(db)
  const { budgetPollMs, budgetPatienceMs } = config.times

  /** @throws AppError model_not_configured */
  async function usdOf(run: ReplyRun, call: PlannedCall): Promise<number> {
    const { model, isCheap, beside } = call
    const { listName, prices } = await connections.resolve(run.claim.organization_id, model)
    const cost = costOf(listName, mostTokensOf(call), prices)
    if (cost === null && !isCheap) throw unpriced(model)
    return (cost ?? 0) + (beside ? await usdOf(run, beside) : 0)
  }

  /** One statement must not reserve for a reply twice, so its reservations take turns. */
  const turns = new WeakMap<ReplyRun, LimitFunction>()
  function ask(...asked: Parameters<typeof askNow>): Promise<Reserved> {
    const [run] = asked
    const inTurn = turns.get(run) ?? pLimit(1)
    turns.set(run, inTurn)
    return inTurn(() => askNow(...asked))
  }

  /** Reserves for a call if all budgets have room for it. */
  async function askNow(
    run: ReplyRun,
    call: PlannedCall,
    budgets: readonly ApplicableBudget[],
  ): Promise<Reserved> {
    const { claim, calls, periods } = run
    const spending = ownAttempt(run)
    const forced = reachedBudgets(calls)
    const usd = budgets.some(({ unit }) => unit === 'usd') ? await usdOf(run, call) : 0
    const tokens = sumOf(mostTokensOf(call)) + (call.beside ? sumOf(mostTokensOf(call.beside)) : 0)
    const wanted = budgets.map((budget) => ({
      id: budget.id,
      subject: budget.subject,
      period: budget.period,
      begins: periods[budget.id],
      amount: spentOf(spending, budget) + (budget.unit === 'usd' ? usd : tokens),
      isForced: forced.includes(budget.id),
    }))
    const { id: reply_id, organization_id, attempt } = claim
    const expires_ms = claim.deadline_ms + LATE_MS
    const reserved = await reserveRows({ organization_id, reply_id, attempt, expires_ms, wanted })
    Object.assign(periods, reserved.begins)
    await noteBudgetEvents(db, log, organization_id, reserved.events)
    return reserved
  }

  const isFree = ({ inputs }: ReplyRun, model: string) =>
    !inputs.budgets?.length || model === BUILTIN_MODEL

  return {
    async reserve(run, call) {
      if (isFree(run, call.model)) return undefined
      const budgets = run.inputs.budgets!
      const until = performance.now() + budgetPatienceMs
      for (;;) {
        const { begins, reached } = await ask(run, call, budgets)
        if (begins) return undefined
        const over = budgets.filter(({ id }) => reached.includes(id))
        if (over.length > 0) return wishOf(over)
        if (performance.now() >= until) throw crowded()
        await sleep(budgetPollMs * (0.5 + Math.random()), undefined, { signal: run.signal }).catch(
          () => {},
        )
        run.signal.throwIfAborted()
      }
    },
    async hasRoom(run, call) {
      if (isFree(run, call.model)) return true
      if (reachedBudgets(run.calls).length > 0) return false
      try {
        return (await ask(run, call, run.inputs.budgets!)).begins !== undefined
      } catch (error) {
        if (error instanceof AppError) return false
        throw error
      }
    },
  }
}

/** Returns the fields of a run that a helper's call needs. */
export const forHelper = (
  run: ReplyRun,
  hasRoom: Reservations['hasRoom'],
): Omit<HelperCall, 'input'> => ({
  calls: run.calls,
  attempt: run.claim.attempt,
  hasRoom: (call) => hasRoom(run, call),
  signal: run.signal,
  organization_id: run.claim.organization_id,
  request_id: run.claim.request_id,
})

/** Returns the most tokens that a call may use, without the call beside it. */
const mostTokensOf = ({ max_output_tokens, ...request }: PlannedCall): CallTokens => ({
  input_tokens:
    Math.ceil(tokensOfRequest(request) * MARGIN) + TOKENS_OF_MESSAGE * request.messages.length,
  output_tokens: max_output_tokens,
})

const sumOf = ({ input_tokens, output_tokens }: CallTokens) => input_tokens + output_tokens

/** Returns what owners chose for reached budgets: `refuse` goes first, then `extractive`. */
function wishOf(over: readonly ApplicableBudget[]): Reached {
  const refusing = over.find(({ at_limit }) => at_limit === 'refuse')
  if (refusing) return { refusal: budgetReached(refusing) }
  const isFreeWanted = over.some(({ at_limit }) => at_limit === 'extractive')
  const named = over.find(({ fallback_model }) => fallback_model)
  const instead = isFreeWanted ? BUILTIN_MODEL : named!.fallback_model!
  return { budgets: over.map(({ id }) => id), instead }
}

/** Returns the model calls of a run's attempt, to be stored with its outcome. */
export const attemptOf = (run: ReplyRun, outcome: AttemptUsage['outcome']): AttemptUsage => {
  const calls = ownAttempt(run)
  return {
    agent_id: run.inputs.agent.id,
    outcome,
    usage: { model: modelOf(run), ...usageOf(calls) },
    spent: (run.inputs.budgets ?? []).flatMap((budget) => {
      const begins = run.periods[budget.id]
      const { id: budget_id, subject } = budget
      return begins ? [{ budget_id, subject, begins, settled: spentOf(calls, budget) }] : []
    }),
  }
}

const unpriced = (model: string) =>
  new AppError(
    'model_not_configured',
    `A budget in money holds for this reply, and ${model} has no known price. The operator adds one to LLM_PRICES, or an owner to the prices of its connection.`,
  )

const WHOSE: Record<ApplicableBudget['period'], string> = {
  day: 'of the day',
  month: 'of the month',
}

const budgetReached = ({ period }: ApplicableBudget) =>
  new AppError(
    'budget_reached',
    `The budget ${WHOSE[period]} is reached: what is left of it may not suffice for this reply. An owner can raise it, or wait for the next ${period}.`,
  )

const crowded = () =>
  new AppError(
    'budget_reached',
    'Running replies have reserved what is left of a budget. Try again in some seconds.',
  )
