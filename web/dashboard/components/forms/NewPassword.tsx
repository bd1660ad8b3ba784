import { TextField } from './Form.tsx'

/** A field for a new password. The API's errors appear at it. */
export const NewPassword = ({
  label = 'Password',
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
    hint="12 characters or more. A few words that nobody would expect together are good; so is what a password manager makes."
    value={value}
    onChange={onChange}
  />
)
