import { t } from '../../lib/texts.tsx'
import { TextField } from './Form.tsx'

/** A field for a new password. The API's errors appear at it. */
export const NewPassword = ({
  label = t('Password'),
  name,
  value,
  onChange,
}: {
  label?: string
  name: string
  value: string
  onChange: (value: string) => void
}) => (
  <TextField
    label={label}
    name={name}
    type="password"
    autocomplete="new-password"
    required
    minLength={12}
    maxLength={200}
    hint={t(
      'At least 12 characters. Use a few unrelated words, or a password from your password manager.',
    )}
    value={value}
    onChange={onChange}
  />
)
