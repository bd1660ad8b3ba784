import { useId } from 'preact/hooks'
import { TextField } from '../../components/forms/Form.tsx'
import { t } from '../../lib/texts.tsx'

/** Returns the browser's time zone for an organization that has set none. */
export const likelyZone = (zone: string) =>
  zone === 'UTC' ? Intl.DateTimeFormat().resolvedOptions().timeZone : zone

interface ZoneFieldProps {
  name: string
  value: string
  onChange: (value: string) => void
}

/** A time zone, with the names that the browser knows as suggestions. */
export function ZoneField({ name, value, onChange }: ZoneFieldProps) {
  const id = useId()
  return (
    <>
      <TextField
        label={t('Time zone')}
        name={name}
        required
        maxLength={64}
        value={value}
        onChange={onChange}
        hint={t('Such as Europe/Berlin.')}
        list={`${id}-zones`}
        autocomplete="off"
        spellcheck={false}
      />
      <datalist id={`${id}-zones`}>
        {Intl.supportedValuesOf('timeZone').map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </>
  )
}
