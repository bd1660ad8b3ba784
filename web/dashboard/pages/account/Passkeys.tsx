import { useQuery } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { Button } from '../../components/Button.tsx'
import { ConfirmButton } from '../../components/ConfirmButton.tsx'
import { CurrentPassword } from '../../components/forms/CurrentPassword.tsx'
import { TextField } from '../../components/forms/Form.tsx'
import { FormDialog } from '../../components/forms/FormDialog.tsx'
import { Loading } from '../../components/Loading.tsx'
import { ErrorNotice, Notice } from '../../components/Notice.tsx'
import { Time } from '../../components/Time.tsx'
import { showToast } from '../../components/Toasts.tsx'
import { api, dataOf, queries, type Schemas } from '../../lib/api.ts'
import { rich, t } from '../../lib/texts.tsx'

type Passkey = Schemas['Passkey']

const KEY = ['passkeys'] as const
const readAgain = () => queries.invalidateQueries({ queryKey: KEY })

/** The user's passkeys: keys of devices, which sign in without a password. */
export function Passkeys() {
  const { data, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: () => dataOf(api.GET('/api/v1/account/passkeys')),
  })
  const [isAdding, setAdding] = useState(false)
  const isAble = 'PublicKeyCredential' in window
  return (
    <section class="card stack" aria-labelledby="own-passkeys">
      <h2 id="own-passkeys">{t('Passkeys')}</h2>
      <p>{t('Sign in with your fingerprint, face or PIN, without password and code.')}</p>
      {error && <ErrorNotice error={error} onRetry={refetch} />}
      {!data && !error && <Loading />}
      {data?.map((passkey) => (
        <One key={passkey.id} passkey={passkey} />
      ))}
      {data && (
        <div class="row">
          <Button onClick={() => setAdding(true)} disabled={!isAble}>
            {t('Add a passkey')}
          </Button>
        </div>
      )}
      {!isAble && <Notice>{t('This browser knows no passkeys.')}</Notice>}
      {isAdding && <Add onClose={() => setAdding(false)} />}
    </section>
  )
}

function One({ passkey: { id, name, created_at, last_used_at } }: { passkey: Passkey }) {
  const remove = async () => {
    await dataOf(api.DELETE('/api/v1/account/passkeys/{id}', { params: { path: { id } } }))
    await readAgain()
  }
  return (
    <div class="row spread">
      <div>
        <strong>{name}</strong>
        <div class="small muted">
          {last_used_at
            ? rich('Last used {time}', { time: <Time at={last_used_at} /> })
            : rich('Added {time}', { time: <Time at={created_at} /> })}
        </div>
      </div>
      <ConfirmButton
        button={{ 'aria-label': t('Remove {name}', { name }), text: t('Remove') }}
        title={t('Remove {name}?', { name })}
        action={t('Remove')}
        onConfirm={remove}
        done={t('Removed {name}.', { name })}
      >
        {t('It signs nobody in any more. Remove it from the device as well.')}
      </ConfirmButton>
    </div>
  )
}

function Add({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [isRefused, setRefused] = useState(false)
  const add = async () => {
    setRefused(false)
    const { options } = await dataOf(
      api.POST('/api/v1/account/passkeys/options', { body: { password } }),
    )
    const { startRegistration } = await import('@simplewebauthn/browser')
    const made = await startRegistration({ optionsJSON: options as never }).catch(() => undefined)
    if (!made) return setRefused(true)
    const body = { name: name.trim(), response: made as never }
    await dataOf(api.POST('/api/v1/account/passkeys', { body }))
    showToast(t('Passkey added.'))
    onClose()
    await readAgain()
  }
  return (
    <FormDialog
      title={t('Add a passkey')}
      action={t('Continue')}
      onSubmit={add}
      hasCancel={false}
      onClose={onClose}
    >
      <TextField
        label={t('Name')}
        name="name"
        required
        maxLength={100}
        autocomplete="off"
        hint={t('Such as the device that keeps it.')}
        value={name}
        onChange={setName}
      />
      <CurrentPassword value={password} onChange={setPassword} />
      {isRefused && <Notice kind="warn">{t('The browser made no passkey. Try again.')}</Notice>}
    </FormDialog>
  )
}
