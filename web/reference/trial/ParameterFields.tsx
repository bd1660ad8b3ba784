import { Details } from '../Details.tsx'
import type { Operation, Parameter } from '../reference.ts'
import { parametersOf } from './request.ts'

interface ParameterFieldsProps {
  operation: Operation
  /** The beginning of the fields' ids. */
  id: string
  values: Record<string, string>
  change: (values: Record<string, string>) => void
}

/** Fields for the parameters of the path, and on request for those of the query. */
export function ParameterFields({ operation, id, values, change }: ParameterFieldsProps) {
  const parameters = parametersOf(operation)
  const fieldsIn = (place: Parameter['in']) =>
    parameters
      .filter((parameter) => parameter.in === place)
      .map(({ name, schema }) => (
        <div key={name} class="field">
          <label for={`${id}-${name}`}>{name}</label>
          {schema.enum ? (
            <select
              id={`${id}-${name}`}
              class="input"
              value={values[name] ?? ''}
              onChange={({ currentTarget }) => change({ ...values, [name]: currentTarget.value })}
            >
              <option value="" />
              {schema.enum.map((value) => (
                <option key={String(value)}>{String(value)}</option>
              ))}
            </select>
          ) : (
            <input
              id={`${id}-${name}`}
              class="input"
              spellcheck={false}
              autocomplete="off"
              value={values[name] ?? ''}
              onInput={({ currentTarget }) => change({ ...values, [name]: currentTarget.value })}
            />
          )}
        </div>
      ))
  const inQuery = fieldsIn('query')
  return (
    <>
      {fieldsIn('path')}
      {inQuery.length > 0 && (
        <Details summary={`Query parameters (${inQuery.length})`}>
          {() => <div class="trial-query">{fieldsIn('query')}</div>}
        </Details>
      )}
    </>
  )
}
