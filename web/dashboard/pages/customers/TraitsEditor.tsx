import { Plus, X } from 'lucide-preact'
import { Button } from '../../components/Button.tsx'
import { t } from '../../lib/texts.tsx'

export type Rows = [name: string, value: string][]

/**
 * Formats a value as text. A value that is no text becomes JSON, and so does a text that would be
 * read as JSON.
 */
const writtenOf = (value: unknown): string =>
  typeof value === 'string' && parsed(value) === value ? value : JSON.stringify(value)

function parsed(written: string): unknown {
  try {
    return JSON.parse(written)
  } catch {
    return written
  }
}

export const rowsOf = (traits: Readonly<Record<string, unknown>>): Rows =>
  Object.entries(traits).map(([name, value]) => [name, writtenOf(value)])

/** Returns the traits of the rows that have a name. */
export const toTraits = (rows: Readonly<Rows>) =>
  Object.fromEntries(
    rows.filter(([name]) => name).map(([name, value]) => [name, parsed(value)]),
    // The client's type for objects of any shape has no fields.
  ) as Record<string, never>

/** Edits names and values, row by row. */
export function TraitsEditor({ rows, onChange }: { rows: Rows; onChange: (rows: Rows) => void }) {
  const set = (at: number, name: string, value: string) =>
    onChange(rows.map((row, index) => (index === at ? [name, value] : row)))
  return (
    <fieldset class="traits">
      <legend>{t('Traits')}</legend>
      {rows.map(([name, value], index) => (
        <div key={index} class="trait">
          <input
            class="input"
            aria-label={t('Name {index}', { index: index + 1 })}
            placeholder={t('name')}
            value={name}
            onInput={({ currentTarget }) => set(index, currentTarget.value, value)}
          />
          <textarea
            class="input"
            aria-label={t('Value {index}', { index: index + 1 })}
            rows={1}
            placeholder={t('value')}
            value={value}
            onInput={({ currentTarget }) => set(index, name, currentTarget.value)}
          />
          <Button
            kind="quiet"
            icon={X}
            label={
              name ? t('Remove {name}', { name }) : t('Remove row {index}', { index: index + 1 })
            }
            onClick={() => onChange(rows.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      <div>
        <Button icon={Plus} onClick={() => onChange([...rows, ['', '']])}>
          {t('Add trait')}
        </Button>
      </div>
      <p class="small muted">
        {t(
          'Numbers, true, false, lists and objects keep their type. Put a value in quotes to store it as text.',
        )}
      </p>
    </fieldset>
  )
}
