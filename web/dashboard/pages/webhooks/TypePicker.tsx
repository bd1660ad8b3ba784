import { useId, useState } from 'preact/hooks'
import { TextField } from '../../components/forms/Form.tsx'
import type { EventName } from '../../components/records/endpoints.ts'
import { t } from '../../lib/texts.tsx'
import { type DescribedType, TYPE_GROUPS } from './eventTypes.ts'

interface TypePickerProps {
  legend: string
  /** The chosen types. */
  value: readonly EventName[]
  onChange: (value: EventName[]) => void
  /** Whether a type is offered. */
  of?: (type: EventName) => boolean
}

/** Lets the user choose event types, by groups that can be searched and chosen as a whole. */
export function TypePicker({ legend, value, onChange, of = () => true }: TypePickerProps) {
  const [sought, setSought] = useState('')
  const words = sought.toLowerCase().split(' ').filter(Boolean)
  const groups = TYPE_GROUPS.map(([name, types]) => {
    const all = types.filter(([type]) => of(type))
    const fits = (text: string) => words.every((word) => text.toLowerCase().includes(word))
    return { name, all, fitting: all.filter(([type, what]) => fits(`${name} ${type} ${what}`)) }
  }).filter(({ fitting }) => fitting.length > 0)
  const set = (types: readonly EventName[], on: boolean) => {
    const others = value.filter((type) => !types.includes(type))
    onChange(on ? [...others, ...types] : others)
  }
  return (
    <fieldset class="type-picker">
      <legend class="sr-only">{legend}</legend>
      <div class="type-picker-head">
        <TextField
          label={t('Search types')}
          name="type-search"
          type="search"
          autocomplete="off"
          placeholder={t('Search types …')}
          value={sought}
          onChange={setSought}
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
        <span class="small muted nowrap" role="status">
          {t('{count, plural, one {# selected} other {# selected}}', { count: value.length })}
        </span>
      </div>
      <div class="type-groups">
        {groups.map(({ name, all, fitting }) => (
          <Group key={name} name={name} all={all} fitting={fitting} value={value} set={set} />
        ))}
      </div>
      {groups.length === 0 && <p class="muted">{t('No type has these words.')}</p>}
    </fieldset>
  )
}

interface GroupProps {
  name: string
  all: readonly DescribedType[]
  fitting: readonly DescribedType[]
  value: readonly EventName[]
  set: (types: readonly EventName[], on: boolean) => void
}

function Group({ name, all, fitting, value, set }: GroupProps) {
  const id = useId()
  const types = all.map(([type]) => type)
  const chosen = types.filter((type) => value.includes(type)).length
  return (
    <div class="type-group">
      <label class="type-group-name">
        <input
          type="checkbox"
          checked={chosen === types.length}
          ref={(box) => {
            if (box) box.indeterminate = chosen > 0 && chosen < types.length
          }}
          onChange={() => set(types, chosen < types.length)}
        />
        {name}
        <span class="small muted">
          {chosen > 0 ? t('{chosen} of {all}', { chosen, all: types.length }) : types.length}
        </span>
      </label>
      {fitting.map(([type, what]) => (
        <div key={type} class="check">
          <input
            type="checkbox"
            id={`${id}-${type}`}
            checked={value.includes(type)}
            aria-describedby={`${id}-${type}-what`}
            onChange={({ currentTarget }) => set([type], currentTarget.checked)}
          />
          <div>
            <label for={`${id}-${type}`}>
              <code>{type}</code>
            </label>
            <p class="small muted" id={`${id}-${type}-what`}>
              {what}
            </p>
          </div>
        </div>
      ))}
    </div>
  )
}
