import { useState } from 'preact/hooks'
import { t } from '../../lib/texts.tsx'
import { SelectField } from '../forms/Form.tsx'
import { NewSecret, type NewSecretProps } from './NewSecret.tsx'

/** Hours for which the old secret still works, and their labels. */
const GRACE = [
  ['1', t('In an hour')],
  ['24', t('In a day')],
  ['72', t('In 3 days')],
  ['168', t('In a week')],
  ['720', t('In 30 days')],
] as const

interface RotateSecretProps extends Pick<NewSecretProps, 'title' | 'shown' | 'onClose'> {
  /** Whether there is no older secret that the new one replaces. */
  isFirst?: boolean
  about: string
  /** Label and hint of the choice when the old secret expires. */
  label: string
  hint?: string
  /** How soon "immediately" is. */
  atOnce?: string
  /** Hours that the old secret may work on. */
  most?: number
  rotate: (hours: number) => ReturnType<NewSecretProps['create']>
}

/** Asks how long the old secret keeps working, and shows the new one. */
export function RotateSecret({
  isFirst = false,
  about,
  label,
  hint,
  atOnce = t('Immediately (within 5 seconds)'),
  most = 168,
  rotate,
  ...dialog
}: RotateSecretProps) {
  const [hours, setHours] = useState('24')
  return (
    <NewSecret
      {...dialog}
      action={isFirst ? t('Create secret') : t('Rotate')}
      create={() => rotate(Number(hours))}
    >
      {isFirst ? (
        <p>{t('The secret is shown once, when it is created.')}</p>
      ) : (
        <>
          <p>{about}</p>
          <SelectField
            label={label}
            name="grace_hours"
            value={hours}
            onChange={setHours}
            options={[['0', atOnce], ...GRACE.filter(([later]) => Number(later) <= most)]}
            hint={hint}
          />
        </>
      )}
    </NewSecret>
  )
}
