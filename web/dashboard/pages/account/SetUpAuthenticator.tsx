import { useQuery } from '@tanstack/preact-query'
import { useId, useMemo, useState } from 'preact/hooks'
import { encode } from 'uqr'
import { Button } from '../../components/Button.tsx'
import { Code, CopyButton } from '../../components/Copy.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { CurrentPassword } from '../../components/forms/CurrentPassword.tsx'
import { Form, TextField } from '../../components/forms/Form.tsx'
import { Loading } from '../../components/Loading.tsx'
import { ErrorNotice, Notice } from '../../components/Notice.tsx'
import { api, dataOf } from '../../lib/api.ts'
import { t } from '../../lib/texts.tsx'

/**
 * Shows an app's secret as a QR code, asks for a code of the app, and then shows the backup codes
 * once.
 */
export function SetUpAuthenticator({
  onDone,
  onClose,
}: {
  onDone: () => unknown
  onClose: () => void
}) {
  const id = useId()
  const { data, error, refetch } = useQuery({
    queryKey: ['authenticator secret', id],
    queryFn: () => dataOf(api.POST('/api/v1/account/authenticator/secret')),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [backupCodes, setBackupCodes] = useState<readonly string[]>()
  const setUp = async () => {
    const body = { password, secret: data!.secret, code: code.trim() }
    const { backup_codes } = await dataOf(api.POST('/api/v1/account/authenticator', { body }))
    setBackupCodes(backup_codes)
    await onDone()
  }
  if (backupCodes) return <BackupCodes codes={backupCodes} onClose={onClose} />
  return (
    <Dialog title={t('Set up an authenticator app')} onClose={onClose}>
      {error && <ErrorNotice error={error} onRetry={refetch} />}
      {!data && !error && <Loading />}
      {data && (
        <Form action={t('Turn on')} onSubmit={setUp}>
          <p>{t('Scan this code with an authenticator app, or type the key into it.')}</p>
          <QrCode text={data.uri} />
          <div class="row no-wrap">
            <code>{data.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
            <CopyButton text={data.secret} label={t('Copy key')} />
          </div>
          <TextField
            label={t('Code of the app')}
            name="code"
            inputMode="numeric"
            autocomplete="one-time-code"
            required
            maxLength={7}
            hint={t('The six digits that the app shows now.')}
            value={code}
            onChange={setCode}
          />
          <CurrentPassword value={password} onChange={setPassword} />
        </Form>
      )}
    </Dialog>
  )
}

/** Black on white in dark mode, too, because some apps cannot read it otherwise. */
function QrCode({ text }: { text: string }) {
  const { size, path } = useMemo(() => {
    const { data, size } = encode(text, { ecc: 'M', border: 4 })
    const dots = data.flatMap((row, y) =>
      row.flatMap((isDark, x) => (isDark ? [['M', x, ' ', y, 'h1v1h-1z'].join('')] : [])),
    )
    return { size, path: dots.join('') }
  }, [text])
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      width="200"
      height="200"
      role="img"
      aria-label={t('QR code for the app')}
      shape-rendering="crispEdges"
    >
      <rect width={size} height={size} fill="white" />
      <path d={path} fill="black" />
    </svg>
  )
}

const BackupCodes = ({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) => (
  <Dialog title={t('Keep your backup codes')} onClose={onClose} firm>
    <div class="stack">
      <p>
        {t(
          'Without your phone, you sign in with one of these in place of a code. Each works once.',
        )}
      </p>
      <Code text={codes.join('\n')} label={t('Copy codes')} />
      <Notice kind="warn">
        {t('They are shown only once. Keep them where you keep passwords.')}
      </Notice>
      <div class="actions">
        <Button kind="primary" onClick={onClose}>
          {t('Done')}
        </Button>
      </div>
    </div>
  </Dialog>
)
