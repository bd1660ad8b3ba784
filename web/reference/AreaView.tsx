import { Answers } from './Answers.tsx'
import { Code } from './Code.tsx'
import { Fields, Parameters } from './Fields.tsx'
import { Method } from './Navigation.tsx'
import type { Answer, Area, Operation, Reference } from './reference.ts'
import { Samples } from './Samples.tsx'
import { Text } from './Text.tsx'
import { TryIt } from './trial/TryIt.tsx'

/** The operations of a tag. */
export const AreaView = ({ area, reference }: { area: Area; reference: Reference }) => (
  <>
    <section id={area.id} class="area">
      <h1 tabIndex={-1}>{area.title}</h1>
      <Text text={`${area.description} ${area.ofGroup}`} />
    </section>
    {area.operations.map((operation) => (
      <OperationView key={operation.operationId} operation={operation} reference={reference} />
    ))}
  </>
)

function OperationView({ operation, reference }: { operation: Operation; reference: Reference }) {
  const {
    operationId,
    summary,
    method,
    path,
    description = '',
    parameters,
    requestBody,
  } = operation
  const [[type, body] = []] = Object.entries(requestBody?.content ?? {})
  const places = ['path', 'query', 'header'] as const
  return (
    <article id={operationId} class="operation" aria-labelledby={`${operationId}-title`}>
      <header>
        <h2 id={`${operationId}-title`} tabIndex={-1}>
          {summary} {operation.deprecated && <span class="badge warn">Deprecated</span>}
        </h2>
        <a class="anchor" href={`#${operationId}`} aria-label={`Address of: ${summary}`}>
          #
        </a>
        <p class="route">
          <Method method={method} /> <code>{path}</code>
        </p>
      </header>
      <div class="sides">
        <Text text={description} />
        <div class="shown">
          <Samples samples={operation['x-codeSamples']} of={operationId} />
          <AnswerExample answers={operation.responses} />
          <TryIt operation={operation} />
        </div>
        <div class="prose">
          {places.map((place) => (
            <Parameters
              key={place}
              title={`${place[0]!.toUpperCase()}${place.slice(1)} parameters`}
              parameters={parameters.filter((parameter) => parameter.in === place)}
              reference={reference}
            />
          ))}
          {body && (
            <section>
              <h3>
                Body <span class="muted small">{type}</span>
              </h3>
              <Fields schema={body.schema} reference={reference} />
            </section>
          )}
          <Answers answers={operation.responses} reference={reference} />
        </div>
      </div>
    </article>
  )
}

/** The answer that the operation gave to its sample. */
function AnswerExample({ answers }: { answers: Record<string, Answer> }) {
  for (const [status, { content = {} }] of Object.entries(answers))
    for (const { example } of Object.values(content))
      if (example !== undefined)
        return (
          <div class="sample">
            <header>
              <p class="small">
                Answer <span class="badge good">{status}</span>
              </p>
            </header>
            <Code
              source={typeof example === 'string' ? example : JSON.stringify(example, null, 2)}
            />
          </div>
        )
  return null
}
