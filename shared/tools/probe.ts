import type { AskProbe, CallAnswer, CallTool } from './callAnswer.ts'
import { readPointer, valueAt } from './placeholders.ts'
import type { Tool, ToolProbe } from './tools.ts'

/**
 * Makes the asker of probes: it requests the probe's address with the tool's credentials and
 * headers. What is not final is not known, because the other system may still carry the call out.
 */
export const makeAskProbe =
  (callHttp: CallTool): AskProbe =>
  async ({ tool, ...call }, signal) => {
    const { probe } = tool
    if (!probe) return undefined
    const answer = await callHttp({ tool: asRead(tool, probe), ...call }, signal)
    if (answer.kind !== 'answered') return undefined
    const value = answer.status === 404 ? null : valueIn(answer, probe.pointer)
    if (value === undefined) return undefined
    const [isDone, isNotDone] = [isAmong(value, probe.done), isAmong(value, probe.not_done)]
    if (isDone === isNotDone) return undefined
    if (isDone) return 'done'
    return probe.is_final ? 'not_done' : undefined
  }

/** The tool as a read of the probe's address. */
const asRead = (tool: Tool, { url_template }: ToolProbe): Tool => ({
  ...tool,
  kind: 'http',
  effect: 'read',
  method: 'GET',
  url_template,
  body_template: null,
  idempotency_header: null,
})

type Answered = Extract<CallAnswer, { kind: 'answered' }>

const isAmong = (value: unknown, values: readonly unknown[]) => values.includes(value)

const valueIn = ({ status, result, is_cut }: Answered, pointer: string): unknown =>
  status !== null && status >= 200 && status < 300 && !is_cut
    ? valueAt(result, readPointer(pointer))
    : undefined
