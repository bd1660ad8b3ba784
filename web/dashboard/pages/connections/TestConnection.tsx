import { useEffect, useState } from 'preact/hooks'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { Loading } from '../../components/Loading.tsx'
import { ErrorNotice, Notice } from '../../components/Notice.tsx'
import {
  type Connection,
  type Outcome,
  readAgain,
  testConnection,
} from '../../components/records/connectionData.ts'
import { language } from '../../lib/language.ts'
import { t } from '../../lib/texts.tsx'

interface TestConnectionProps {
  connection: Connection
  /** @param models the models that the server lists */
  onEdit: (models: readonly string[]) => void
  onClose: () => void
}

/** Tests a connection, and shows the outcome. */
export function TestConnection({ connection, onEdit, onClose }: TestConnectionProps) {
  const [outcome, setOutcome] = useState<Outcome>()
  const [error, setError] = useState<unknown>()
  const [tries, setTries] = useState(0)
  useEffect(() => {
    let isGone = false
    setOutcome(undefined)
    setError(undefined)
    testConnection(connection.id)
      .then((found) => !isGone && setOutcome(found))
      .catch((cause) => !isGone && setError(cause))
      .finally(readAgain)
    return () => {
      isGone = true
    }
  }, [tries])
  const isDone = outcome !== undefined || error !== undefined
  return (
    <Dialog title={t('Test of {name}', { name: connection.name })} onClose={onClose}>
      <div class="stack">
        <div role="status" class="stack">
          {!isDone && <Loading what={t('Asking the server, for up to 20 seconds …')} />}
          {outcome && (
            <Notice kind={outcome.works ? 'good' : 'bad'}>
              <p>
                <strong>
                  {outcome.works ? t('The connection works.') : t('The connection does not work.')}
                </strong>
              </p>
              <Sentence>{outcome.detail}</Sentence>
            </Notice>
          )}
        </div>
        {error !== undefined && <ErrorNotice error={error} />}
        {outcome && outcome.models.length > 0 && <Listed models={outcome.models} />}
        {isDone && (
          <div class="actions">
            <Button onClick={() => setTries(tries + 1)}>{t('Test again')}</Button>
            <Button onClick={() => onEdit(outcome?.models ?? [])}>
              {outcome?.works ? t('Choose models') : t('Edit connection')}
            </Button>
            <Button kind="primary" onClick={onClose}>
              {t('Done')}
            </Button>
          </div>
        )}
      </div>
    </Dialog>
  )
}

/** The API's own sentence about the outcome. */
export const Sentence = ({ children }: { children: string }) => (
  <p lang={language === 'en' ? undefined : 'en'}>{children}</p>
)

const Listed = ({ models }: { models: readonly string[] }) => (
  <details>
    <summary>
      {t('{count, plural, one {The server lists # model} other {The server lists # models}}', {
        count: models.length,
      })}
    </summary>
    <ul class="listed-models">
      {models.map((model) => (
        <li key={model}>
          <code>{model}</code>
        </li>
      ))}
    </ul>
  </details>
)
