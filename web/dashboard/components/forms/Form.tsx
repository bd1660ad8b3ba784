import {
  type ComponentChildren,
  createContext,
  type InputHTMLAttributes,
  type TextareaHTMLAttributes,
} from 'preact'
import { useContext, useId, useRef, useState } from 'preact/hooks'
import { ApiError } from '../../lib/api.ts'
import { t } from '../../lib/texts.tsx'
import { Button } from '../Button.tsx'
import { ErrorNotice, Notice } from '../Notice.tsx'

interface Sending {
  busy: boolean
  problems: Readonly<Record<string, string>>
}
const sending = createContext<Sending>({ busy: false, problems: {} })

export interface FormProps {
  /** Sends the form. Its errors appear at the fields that the API names, or above the button. */
  onSubmit: () => Promise<unknown>
  /** The text of the button. */
  action: string
  /** Shown beside the button. */
  more?: ComponentChildren
  /** Disables sending, because nothing has changed. */
  disabled?: boolean
  children: ComponentChildren
}

export function Form({ onSubmit, action, more, disabled = false, children }: FormProps) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const form = useRef<HTMLFormElement>(null)
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setError(undefined)
    try {
      await onSubmit()
    } catch (cause) {
      setError(cause)
      requestAnimationFrame(() => showProblem(form.current))
    } finally {
      setBusy(false)
    }
  }
  const problems = error instanceof ApiError ? error.fields : {}
  return (
    <sending.Provider value={{ busy, problems }}>
      <form class="form" ref={form} onSubmit={submit}>
        {children}
        {error !== undefined &&
          (isAtFields(error, form.current) ? (
            <Notice kind="bad">{t('Fix the errors above, then try again.')}</Notice>
          ) : (
            <ErrorNotice error={error} />
          ))}
        <div class="actions">
          {more}
          <Button type="submit" kind="primary" busy={busy} disabled={disabled}>
            {action}
          </Button>
        </div>
      </form>
    </sending.Provider>
  )
}

/**
 * Focuses the first wrong field, or scrolls to the error: of a long form, only the buttons may be
 * in view.
 */
function showProblem(form: HTMLFormElement | null): void {
  const field = form?.querySelector<HTMLElement>('[aria-invalid=true]')
  if (field) field.focus()
  else form?.querySelector('.notice.bad')?.scrollIntoView({ block: 'center' })
}

/** Whether every error appears at its field. Labels are clearer than the API's names. */
function isAtFields(error: unknown, form: HTMLFormElement | null): boolean {
  const names = error instanceof ApiError ? Object.keys(error.fields) : []
  return (
    names.length > 0 &&
    names.every((name) => {
      const field = form?.elements.namedItem(name.split(/[.[]/)[0]!)
      return field instanceof HTMLElement && !field.matches('[type=checkbox], [type=radio]')
    })
  )
}

interface FieldProps {
  label: string
  hint?: ComponentChildren
  /** The API's name of the field, by which its errors are found. */
  name: string
}

/** A label and its field, with a hint and an error. */
function Field({
  label,
  hint,
  name,
  children,
}: FieldProps & { children: (own: Record<string, string | undefined>) => ComponentChildren }) {
  const id = useId()
  const { problems } = useContext(sending)
  const problem =
    problems[name] ??
    Object.entries(problems).find(
      ([key]) => key.startsWith(`${name}.`) || key.startsWith(`${name}[`),
    )?.[1]
  const described = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ')
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({
        id,
        name,
        'aria-describedby': described || undefined,
        'aria-invalid': problem ? 'true' : undefined,
      })}
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {problem && (
        <p class="problem" id={`${id}-problem`}>
          {label} {problem}
        </p>
      )}
    </div>
  )
}

type Valued<Attributes> = FieldProps &
  Omit<Attributes, 'label' | 'name' | 'value' | 'onChange' | 'onInput'> & {
    value: string
    onChange: (value: string) => void
  }

export const TextField = ({
  label,
  hint,
  name,
  value,
  onChange,
  ...rest
}: Valued<InputHTMLAttributes<HTMLInputElement>>) => (
  <Field label={label} hint={hint} name={name}>
    {(own) => (
      <input
        class="input"
        type="text"
        {...rest}
        {...own}
        value={value}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
    )}
  </Field>
)

export const TextArea = ({
  label,
  hint,
  name,
  value,
  onChange,
  ...rest
}: Valued<TextareaHTMLAttributes<HTMLTextAreaElement>>) => (
  <Field label={label} hint={hint} name={name}>
    {(own) => (
      <textarea
        class="input"
        {...rest}
        {...own}
        value={value}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
    )}
  </Field>
)

/** A value, and its label. */
type Option = readonly [string, string]
/** A heading, and the options below it. */
export type OptionGroup = readonly [string, readonly Option[]]

const optionsOf = (options: readonly Option[]) =>
  options.map(([option, text]) => (
    <option key={option} value={option}>
      {text}
    </option>
  ))

export const SelectField = ({
  label,
  hint,
  name,
  value,
  onChange,
  options,
  groups = [],
  disabled,
}: FieldProps & {
  value: string
  onChange: (value: string) => void
  options: readonly Option[]
  /** Further options, after the others. */
  groups?: readonly OptionGroup[]
  disabled?: boolean
}) => (
  <Field label={label} hint={hint} name={name}>
    {(own) => (
      <select
        class="input"
        {...own}
        value={value}
        disabled={disabled}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      >
        {optionsOf(options)}
        {groups.map(([heading, grouped]) => (
          <optgroup key={heading} label={heading}>
            {optionsOf(grouped)}
          </optgroup>
        ))}
      </select>
    )}
  </Field>
)

export function CheckField({
  label,
  hint,
  name,
  checked,
  onChange,
  disabled,
}: FieldProps & { checked: boolean; onChange: (checked: boolean) => void; disabled?: boolean }) {
  const id = useId()
  return (
    <div class="check">
      <input
        type="checkbox"
        id={id}
        name={name}
        checked={checked}
        disabled={disabled}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <div>
        <label for={id}>{label}</label>
        {hint && (
          <p class="small muted" id={`${id}-hint`}>
            {hint}
          </p>
        )}
      </div>
    </div>
  )
}
