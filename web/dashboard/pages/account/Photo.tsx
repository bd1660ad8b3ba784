import { useRef, useState } from 'preact/hooks'
import { Button } from '../../components/Button.tsx'
import { ErrorNotice, Notice } from '../../components/Notice.tsx'
import { Face } from '../../components/people/Face.tsx'
import { keepUser, useUser } from '../../components/session.tsx'
import { showToast } from '../../components/Toasts.tsx'
import { api, dataOf, queries, type Schemas } from '../../lib/api.ts'
import { t } from '../../lib/texts.tsx'
import { squarePhoto } from './squarePhoto.ts'

const PATH = '/api/v1/account/photo'

/** The user's photo. */
export function Photo() {
  const { name, email, photo } = useUser()
  const input = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [isUnreadable, setUnreadable] = useState(false)
  const [error, setError] = useState<unknown>()

  async function change(work: () => Promise<Schemas['SignedIn']>, done: string): Promise<void> {
    setBusy(true)
    setUnreadable(false)
    setError(undefined)
    try {
      keepUser(await work())
      for (const queryKey of [['users'], ['people'], ['messages'], ['inbox']])
        queries.invalidateQueries({ queryKey })
      showToast(done)
    } catch (cause) {
      if (cause instanceof DOMException) setUnreadable(true)
      else setError(cause)
    } finally {
      setBusy(false)
    }
  }
  const put = (file: File) =>
    change(async () => {
      const form = new FormData()
      form.append('file', await squarePhoto(file), 'photo.jpg')
      return dataOf(api.PUT(PATH, { body: form as never }))
    }, t('Photo saved.'))
  const remove = () => change(() => dataOf(api.DELETE(PATH)), t('Photo removed.'))

  return (
    <div class="stack">
      <div class="member">
        <Face name={name ?? email} photo={photo} size="large" />
        <input
          ref={input}
          type="file"
          accept="image/*"
          hidden
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? []
            // Without this, choosing the same file again would cause no event.
            if (file) void put(file).finally(() => (currentTarget.value = ''))
          }}
        />
        <div class="row">
          <Button busy={isBusy} onClick={() => input.current?.click()}>
            {photo ? t('Replace the photo') : t('Choose a photo')}
          </Button>
          {photo && (
            <Button disabled={isBusy} onClick={remove}>
              {t('Remove the photo')}
            </Button>
          )}
        </div>
      </div>
      <p class="small muted">
        {t(
          'Customers see it beside what you write to them, and colleagues in the inbox. Without one, your initials are shown.',
        )}
      </p>
      {isUnreadable && (
        <Notice kind="warn">
          {t('The browser cannot read this file as an image. Choose another one.')}
        </Notice>
      )}
      {error !== undefined && <ErrorNotice error={error} />}
    </div>
  )
}
