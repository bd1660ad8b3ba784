import { t } from '../../lib/texts.tsx'
import { TextField } from './Form.tsx'

interface CurrentPasswordProps {
  name?: string
  value: string
  onChange: (value: string) => void
}

/** Asks for the password that the user has now. */
export const CurrentPassword = ({ name = 'password', ...field }: CurrentPasswordProps) => (
  <TextField
    {...field}
    label={t('Current password')}
    name={name}
    type="password"
    autocomplete="current-password"
    required
  />
)
