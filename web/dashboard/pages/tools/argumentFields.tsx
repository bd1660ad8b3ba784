import { SelectField, TextArea, TextField } from '../../components/forms/Form.tsx'
import { t } from '../../lib/texts.tsx'
import type { Tool } from '../../lib/tools.ts'

/** An argument as a tool's schema describes it. */
interface Argument {
  type?: string | string[]
  title?: string
  description?: string
  enum?: readonly unknown[]
}

/** The values of the fields, by the names of the arguments; an empty one is left out. */
export type Values = Readonly<Record<string, string>>

interface ArgumentFieldsProps {
  tool: Pick<Tool, 'input_schema'>
  values: Values
  onChange: (values: Values) => void
}

/** A field for each argument of a tool. */
export function ArgumentFields({ tool, values, onChange }: ArgumentFieldsProps) {
  const required = requiredOf(tool)
  return (
    <>
      {Object.entries(argumentsOf(tool)).map(([name, argument]) => {
        const title = argument.title ?? name
        const props = {
          label: required.includes(name) ? title : t('{name} (optional)', { name: title }),
          name: `arguments.${name}`,
          hint: argument.description,
          value: values[name] ?? '',
          onChange: (value: string) => onChange({ ...values, [name]: value }),
        }
        const choices = choicesOf(argument)
        if (choices)
          return (
            <SelectField
              key={name}
              {...props}
              options={[['', '–'], ...choices.map((choice) => [choice, choice] as const)]}
            />
          )
        if (typesOf(argument).some((type) => type === 'object' || type === 'array'))
          return <TextArea key={name} {...props} rows={4} spellcheck={false} placeholder="{}" />
        return <TextField key={name} {...props} autocomplete="off" />
      })}
    </>
  )
}

const argumentsOf = ({ input_schema }: Pick<Tool, 'input_schema'>) =>
  ((input_schema as Record<string, unknown>).properties ?? {}) as Record<string, Argument>

const requiredOf = ({ input_schema }: Pick<Tool, 'input_schema'>) =>
  ((input_schema as Record<string, unknown>).required ?? []) as readonly string[]

const typesOf = ({ type }: Argument) => [type ?? 'string'].flat()

const choicesOf = (argument: Argument): readonly string[] | undefined =>
  argument.enum
    ? argument.enum.map(String)
    : typesOf(argument).includes('boolean')
      ? ['true', 'false']
      : undefined

/**
 * Reads the fields as the schema's types. What is not of its type is sent as it was typed, so that
 * the API says what is wrong with it.
 */
export const argumentsIn = (
  tool: Pick<Tool, 'input_schema'>,
  values: Values,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(argumentsOf(tool))
      .filter(([name]) => values[name])
      .map(([name, argument]) => [name, readValue(argument, values[name]!)]),
  )

function readValue(argument: Argument, written: string): unknown {
  const chosen = argument.enum?.find((value) => String(value) === written)
  if (chosen !== undefined) return chosen
  if (typesOf(argument).includes('string')) return written
  try {
    return JSON.parse(written)
  } catch {
    return written
  }
}
