import { useQuery } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { Badge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { CurrentPassword } from '../../components/forms/CurrentPassword.tsx'
import { FormDialog } from '../../components/forms/FormDialog.tsx'
import { Loading } from '../../components/Loading.tsx'
import { ErrorNotice } from '../../components/Notice.tsx'
import { Time } from '../../components/Time.tsx'
import { api, dataOf, queries } from '../../lib/api.ts'
import { rich, t } from '../../lib/texts.tsx'
import { SetUpAuthenticator } from './SetUpAuthenticator.tsx'

const KEY = ['second factor'] as const
const readAgain = () => queries.invalidateQueries({ queryKey: KEY })

/** Whether signing in takes the code of an authenticator app, with buttons to change it. */
export function TwoFactor() {
  const { data, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: () => dataOf(api.GET('/api/v1/account/authenticator')),
  })
  const [doing, setDoing] = useState<'set-up' | 'removal'>()
  const close = () => setDoing(undefined)
  return (
    <section class="card stack" aria-labelledby="own-factor">
      <div class="row spread">
        <h2 id="own-factor">{t('Two-factor authentication')}</h2>
        {data?.is_on && <Badge kind="good">{t('On')}</Badge>}
      </div>
      {error && <ErrorNotice error={error} onRetry={refetch} />}
      {!data && !error && <Loading />}
      {data && (
        <>
          <p>
            {data.is_on
              ? rich(
                  'Since {time}, signing in takes a code of your authenticator app. {count, plural, one {# backup code is} other {# backup codes are}} left.',
                  { time: <Time at={data.since!} />, count: data.backup_codes_left },
                )
              : t(
                  'With it, your password alone lets nobody in: signing in also takes a code of an app on your phone.',
                )}
          </p>
          <div class="row">
            <Button onClick={() => setDoing('set-up')}>
              {data.is_on ? t('Set up another app') : t('Set up an app')}
            </Button>
            {data.is_on && (
              <Button kind="danger" onClick={() => setDoing('removal')}>
                {t('Turn off')}
              </Button>
            )}
          </div>
        </>
      )}
      {doing === 'set-up' && <SetUpAuthenticator onDone={readAgain} onClose={close} />}
      {doing === 'removal' && <Removal onClose={close} />}
    </section>
  )
}

function Removal({ onClose }: { onClose: () => void }) {
  const [password, setPassword] = useState('')
  const remove = async () => {
    await dataOf(api.POST('/api/v1/account/authenticator/remove', { body: { password } }))
    await readAgain()
  }
  return (
    <FormDialog
      title={t('Turn off two-factor authentication?')}
      action={t('Turn off')}
      onSubmit={remove}
      done={t('Two-factor authentication is off.')}
      hasCancel={false}
      onClose={onClose}
    >
      <p>{t('Your password alone is enough then. Your backup codes stop working.')}</p>
      <CurrentPassword value={password} onChange={setPassword} />
    </FormDialog>
  )
}
