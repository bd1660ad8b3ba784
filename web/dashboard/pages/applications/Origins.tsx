import { Globe, Plus, X } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { Badge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { ErrorNotice, Notice } from '../../components/Notice.tsx'
import { useRights } from '../../components/session.tsx'
import { showToast } from '../../components/Toasts.tsx'
import { ApiError, api, dataOf, queries, type Schemas } from '../../lib/api.ts'
import { language } from '../../lib/language.ts'
import { rich, t } from '../../lib/texts.tsx'

/** Finds the API's suggestion for an invalid origin. */
const INSTEAD = /: write (\S+)$/
const isLocal = (origin: string) =>
  /^http:\/\/(localhost|127\.|\[::1\]|[^/]*\.localhost)/.test(origin)

/** The origins whose pages may have a chat. Each change is saved at once. */
export function Origins({ application }: { application: Schemas['Application'] }) {
  const { isOwner } = useRights()
  const { id, allowed_origins } = application
  const [text, setText] = useState('')
  const [busy, setBusy] = useState<string>()
  const [error, setError] = useState<unknown>()

  async function save(origins: string[], what: string, done: string): Promise<void> {
    setBusy(what)
    setError(undefined)
    try {
      const body = { allowed_origins: origins }
      const saved = await dataOf(
        api.PATCH('/api/v1/applications/{id}', { params: { path: { id } }, body }),
      )
      queries.setQueryData(['applications', id], saved)
      queries.invalidateQueries({ queryKey: ['applications'] })
      setText('')
      showToast(done)
    } catch (cause) {
      setError(cause)
    } finally {
      setBusy(undefined)
    }
  }
  const add = (origin: string) => {
    if (allowed_origins.includes(origin))
      return setError(new ApiError(0, { detail: t('This origin is already on the list.') }))
    return save(
      [...allowed_origins, origin],
      'add',
      t('Origin added. The widget works there within 5 seconds.'),
    )
  }
  const problem = error instanceof ApiError ? Object.values(error.fields)[0] : undefined
  /** The API says in English alone what is wrong with an origin. */
  const isOrigin = error instanceof ApiError && error.fieldCode === 'origin'
  const instead = problem && INSTEAD.exec(problem)?.[1]

  return (
    <section class="card stack" aria-labelledby="origins">
      <h2 id="origins">{t('Allowed origins')}</h2>
      <p class="muted">
        {t(
          'The widget works only on pages of these origins. Servers send a secret and need no origin.',
        )}
      </p>
      {allowed_origins.length === 0 ? (
        <Notice>{t('No origins yet, so no page can show a widget.')}</Notice>
      ) : (
        <ul class="rows">
          {allowed_origins.map((origin) => (
            <li key={origin} class="row spread">
              <span>
                <Globe size={15} aria-hidden="true" /> {origin}{' '}
                {origin.includes('*') && <Badge>{t('All subdomains')}</Badge>}
                {origin.startsWith('http:') && !isLocal(origin) && (
                  <Badge kind="warn">{t('Not encrypted')}</Badge>
                )}
              </span>
              {isOwner && (
                <Button
                  kind="quiet"
                  icon={X}
                  label={t('Remove {origin}', { origin })}
                  busy={busy === origin}
                  onClick={() =>
                    save(
                      allowed_origins.filter((one) => one !== origin),
                      origin,
                      t('Removed {origin}. Its conversations end within 5 seconds.', { origin }),
                    )
                  }
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {isOwner && (
        <form
          class="field"
          onSubmit={(event) => {
            event.preventDefault()
            if (text.trim()) add(text.trim())
          }}
        >
          <label for="origin">{t('Add origin')}</label>
          <div class="row no-wrap">
            <input
              id="origin"
              class="input"
              inputMode="url"
              autocomplete="off"
              spellcheck={false}
              placeholder="https://shop.example.com"
              value={text}
              aria-invalid={problem ? 'true' : undefined}
              aria-describedby={problem ? 'origin-hint origin-problem' : 'origin-hint'}
              onInput={({ currentTarget }) => {
                setText(currentTarget.value)
                setError(undefined)
              }}
            />
            <Button type="submit" icon={Plus} busy={busy === 'add'}>
              {t('Add')}
            </Button>
          </div>
          <p class="hint" id="origin-hint">
            {rich(
              'The scheme, host and port of your page’s address, up to the first slash. {pattern} allows every subdomain, but not {host} itself.',
              {
                pattern: <code>https://*.example.com</code>,
                host: <code>https://example.com</code>,
              },
            )}
          </p>
          {problem && (
            <div class="row" id="origin-problem" role="alert">
              <span class="problem">
                {isOrigin && language !== 'en'
                  ? t('This cannot be allowed. Write an origin such as https://shop.example.com.')
                  : t('This {problem}.', { problem })}
              </span>
              {instead && (
                <Button onClick={() => add(instead)}>
                  {t('Add {origin}', { origin: instead })}
                </Button>
              )}
            </div>
          )}
          {error !== undefined && !problem && <ErrorNotice error={error} />}
        </form>
      )}
    </section>
  )
}
