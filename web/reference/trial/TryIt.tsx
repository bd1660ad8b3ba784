import { useEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../../dashboard/components/Button.tsx'
import { Code } from '../Code.tsx'
import { Details } from '../Details.tsx'
import type { Operation } from '../reference.ts'
import { ParameterFields } from './ParameterFields.tsx'
import { canBeTried, firstValues, type Outcome, send } from './request.ts'
import { isTestKey, keepId, useTestKey } from './session.ts'

/** A form that sends the request with a test key, and shows the answer. */
export const TryIt = ({ operation }: { operation: Operation }) =>
  canBeTried(operation) ? (
    <div class="sample trial">
      <Details summary="Try it with a test key">{() => <Trial operation={operation} />}</Details>
    </div>
  ) : null

function Trial({ operation }: { operation: Operation }) {
  const [filled, setFilled] = useState(() => firstValues(operation))
  const [key] = useTestKey()
  const { outcome, problem, isRunning, run, stop } = useRequest(operation)
  const id = `${operation.operationId}-trial`
  const submit = (event: Event) => {
    event.preventDefault()
    void run(filled, key)
  }
  return (
    <form class="trial-form" onSubmit={submit}>
      <KeyField id={id} />
      <ParameterFields
        operation={operation}
        id={id}
        values={filled.parameters}
        change={(parameters) => setFilled({ ...filled, parameters })}
      />
      {filled.body !== '' || operation.requestBody ? (
        <div class="field">
          <label for={`${id}-body`}>Body</label>
          <textarea
            id={`${id}-body`}
            class="input"
            spellcheck={false}
            value={filled.body}
            onInput={({ currentTarget }) => setFilled({ ...filled, body: currentTarget.value })}
          />
        </div>
      ) : null}
      {operation['x-event-stream'] && (
        <label class="check">
          <input
            type="checkbox"
            checked={filled.isStream}
            onChange={({ currentTarget }) =>
              setFilled({ ...filled, isStream: currentTarget.checked })
            }
          />
          As a stream
        </label>
      )}
      <div class="row">
        <Button kind="primary" type="submit" disabled={isRunning || !isTestKey(key)}>
          {SENDS[operation.method] ?? 'Send'}
        </Button>
        {isRunning && <Button onClick={stop}>Stop</Button>}
      </div>
      <p class="problem" role="alert">
        {problem}
      </p>
      {outcome && <Answer outcome={outcome} />}
    </form>
  )
}

/** What the button says: what a request without way back does is named. */
const SENDS: Readonly<Record<string, string>> = { DELETE: 'Send: it deletes' }

function KeyField({ id }: { id: string }) {
  const [key, setKey] = useTestKey()
  const isWrong = key !== '' && !isTestKey(key)
  return (
    <div class="field">
      <label for={`${id}-key`}>Test key</label>
      <input
        id={`${id}-key`}
        class="input"
        type="password"
        autocomplete="off"
        placeholder="sk_test_…"
        value={key}
        aria-invalid={isWrong}
        aria-describedby={`${id}-key-hint`}
        onInput={({ currentTarget }) => setKey(currentTarget.value)}
      />
      <p id={`${id}-key-hint`} class={isWrong ? 'problem' : 'hint'}>
        {isWrong
          ? 'This is no test key: those begin with sk_test_. Other keys must not be in a browser.'
          : 'Owners make one in the dashboard, under Applications. This page forgets it when you leave. Its chats are deleted after a day; agents and knowledge that it changes are the real ones.'}
      </p>
    </div>
  )
}

function Answer({ outcome }: { outcome: Outcome }) {
  const { status, ms, requestId, text, isCut } = outcome
  return (
    <section aria-label="Answer">
      <p class="small" role="status">
        <span class={`badge ${status < 400 ? 'good' : 'bad'}`}>{status}</span> in {ms} ms
      </p>
      <Code source={text} />
      {isCut && <p class="muted small">The answer is longer than this page shows.</p>}
      {requestId && <p class="muted small">X-Request-Id: {requestId}</p>}
    </section>
  )
}

/** One request at a time, which ends when the form goes away. */
function useRequest(operation: Operation) {
  const [outcome, setOutcome] = useState<Outcome>()
  const [problem, setProblem] = useState('')
  const [isRunning, setRunning] = useState(false)
  const running = useRef<AbortController>()
  const stop = () => running.current?.abort()
  useEffect(() => stop, [])

  async function run(filled: Parameters<typeof send>[1], key: string): Promise<void> {
    setOutcome(undefined)
    setProblem(problemIn(operation, filled))
    if (problemIn(operation, filled)) return
    running.current = new AbortController()
    setRunning(true)
    try {
      const answer = await send(operation, filled, key, running.current.signal, setOutcome)
      setOutcome(answer)
      if (answer.status < 300 && answer.type === 'application/json' && !answer.isCut)
        keepId(operation.path, JSON.parse(answer.text))
    } catch (error) {
      if ((error as Error).name !== 'AbortError') setProblem('The server could not be reached.')
    }
    setRunning(false)
  }
  return { outcome, problem, isRunning, run, stop }
}

/** Returns what must be mended before the request can be sent; empty: nothing. */
function problemIn({ path }: Operation, { parameters, body }: Parameters<typeof send>[1]): string {
  const missing = [...path.matchAll(/\{(\w+)\}/g)].find(([, name]) => !parameters[name!])
  if (missing) return `Fill in ${missing[1]}.`
  try {
    if (body) JSON.parse(body)
  } catch (error) {
    return `The body is not JSON: ${(error as Error).message}`
  }
  return ''
}
