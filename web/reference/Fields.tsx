import { Details } from './Details.tsx'
import type { Parameter, Reference, Schema } from './reference.ts'
import { resolve } from './reference.ts'
import { fieldsOf, rulesOf, typeOf } from './schemas.ts'
import { Text } from './Text.tsx'

interface FieldProps {
  name: string
  schema: Schema
  description?: string
  /** The mark of a field: in a request it may be required, and in an answer it may be missing. */
  mark: 'required' | 'optional' | undefined
  isAnswer?: boolean
  reference: Reference
}

function Field({ name, schema, description, mark, isAnswer, reference }: FieldProps) {
  const inner = fieldsOf(schema, reference)
  const { schema: meant } = resolve(schema, reference)
  const sentences = [
    ended(description ?? schema.description ?? meant.description),
    sentence(rulesOf(meant)),
  ]
  return (
    <li>
      <p class="field">
        <code>{name}</code> <span class="muted">{typeOf(schema)}</span>
        {mark && <span class="badge">{mark}</span>}
        {schema.deprecated && <span class="badge warn">deprecated</span>}
      </p>
      <Text text={sentences.filter(Boolean).join(' ')} />
      {inner && (
        <Details
          summary={
            <>
              Fields of <code>{name}</code>
            </>
          }
        >
          {() => <Fields schema={inner} isAnswer={isAnswer} reference={reference} />}
        </Details>
      )}
    </li>
  )
}

const ended = (text = '') => text.replace(/[^.!?]$/, '$&.')

const sentence = (rules: string[]) =>
  rules.length ? `${rules[0]![0]!.toUpperCase()}${rules.join('; ').slice(1)}.` : ''

/** The fields of an object, or a sentence if it has none. */
export function Fields({
  schema,
  isAnswer,
  reference,
}: Pick<FieldProps, 'schema' | 'isAnswer' | 'reference'>) {
  const fields = fieldsOf(schema, reference)
  if (!fields) return <p class="muted">{typeOf(schema)}</p>
  return (
    <ul class="fields">
      {Object.entries(fields.properties ?? {}).map(([name, property]) => (
        <Field
          key={name}
          name={name}
          schema={property}
          mark={markOf(fields.required?.includes(name) ?? false, isAnswer)}
          isAnswer={isAnswer}
          reference={reference}
        />
      ))}
    </ul>
  )
}

function markOf(isRequired: boolean, isAnswer = false) {
  if (isAnswer) return isRequired ? undefined : 'optional'
  return isRequired ? 'required' : undefined
}

interface ParametersProps {
  title: string
  parameters: Parameter[]
  reference: Reference
}

export const Parameters = ({ title, parameters, reference }: ParametersProps) =>
  parameters.length > 0 && (
    <section>
      <h3>{title}</h3>
      <ul class="fields">
        {parameters.map(({ name, schema, description, required = false }) => (
          <Field
            key={name}
            name={name}
            schema={schema}
            description={description}
            reference={reference}
            mark={markOf(required)}
          />
        ))}
      </ul>
    </section>
  )
