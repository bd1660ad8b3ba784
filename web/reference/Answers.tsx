import { Code } from './Code.tsx'
import { Details } from './Details.tsx'
import { Fields } from './Fields.tsx'
import type { Answer, Reference } from './reference.ts'
import { fieldsOf } from './schemas.ts'

/** Successes with the fields of their data, failures with an example each. */
export function Answers({ answers, reference }: { answers: Record<string, Answer>; reference: Reference }) {
  const entries = Object.entries(answers).map(([status, { $ref, ...own }]): [string, Answer, boolean] => {
    const shared = $ref && reference.components.responses[$ref.split('/').pop()!]
    return [status, shared || own, Boolean($ref)]
  })
  return (
    <section>
      <h3>Answers</h3>
      <ul class="answers">
        {entries.map(([status, answer, isFailure]) => (
          <li key={status}>
            <Details
              summary={
                <>
                  <span class={`badge ${isFailure ? 'bad' : 'good'}`}>
                    {status === 'default' ? 'other' : status}
                  </span>{' '}
                  {answer.description}
                </>
              }
            >
              {() => <Contents answer={answer} isFailure={isFailure} reference={reference} />}
            </Details>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface ContentsProps {
  answer: Answer
  isFailure: boolean
  reference: Reference
}

const Contents = ({ answer, isFailure, reference }: ContentsProps) =>
  Object.entries(answer.content ?? {}).map(([type, { schema, example }]) => (
    <div key={type}>
      <p class="muted small">{type}</p>
      {isFailure && example !== undefined ? (
        <Code source={JSON.stringify(example, null, 2)} />
      ) : (
        // Of the envelope only what differs: the rest is told in the introduction.
        <Fields
          schema={fieldsOf(schema, reference)?.properties?.data ?? schema}
          isAnswer
          reference={reference}
        />
      )}
    </div>
  ))
