import { Code } from './Code.tsx'
import { Details } from './Details.tsx'
import { Fields } from './Fields.tsx'
import type { Answer, Reference } from './reference.ts'
import { fieldsOf } from './schemas.ts'
import { Text } from './Text.tsx'

/** Successful answers with the fields of their data, and failures with an example each. */
export function Answers({
  answers,
  reference,
}: {
  answers: Record<string, Answer>
  reference: Reference
}) {
  const entries = Object.entries(answers).map(
    ([status, { $ref, ...own }]): [string, Answer, boolean] => {
      const shared = $ref && reference.components.responses[$ref.split('/').pop()!]
      return [status, shared || own, Boolean($ref)]
    },
  )
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
                  {partsOf(answer)[0].replaceAll('`', '')}
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

/**
 * Splits a description into its first paragraph and the rest. The rest of a failure lists its
 * codes.
 */
function partsOf({ description = '' }: Answer): [first: string, rest: string] {
  const [first = '', ...rest] = description.split('\n\n')
  return [first, rest.join('\n\n')]
}

interface ContentsProps {
  answer: Answer
  isFailure: boolean
  reference: Reference
}

const Contents = ({ answer, isFailure, reference }: ContentsProps) => [
  <Text key="rest" text={partsOf(answer)[1]} />,
  ...Object.entries(answer.content ?? {}).map(([type, { schema, example }]) => (
    <div key={type}>
      <p class="muted small">{type}</p>
      {isFailure && example !== undefined ? (
        <Code source={JSON.stringify(example, null, 2)} />
      ) : (
        // Shows only the fields of the envelope that differ. The introduction describes the others.
        <Fields
          schema={fieldsOf(schema, reference)?.properties?.data ?? schema}
          isAnswer
          reference={reference}
        />
      )}
    </div>
  )),
]
