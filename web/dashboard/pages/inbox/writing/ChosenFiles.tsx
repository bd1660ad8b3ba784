import { Paperclip, X } from 'lucide-preact'
import { useRef } from 'preact/hooks'
import { Button } from '../../../components/Button.tsx'
import { Spinner } from '../../../components/Loading.tsx'
import { t } from '../../../lib/texts.tsx'
import { ACCEPT, MAX_FILES, type useFiles } from './files.ts'

export type Files = ReturnType<typeof useFiles>

/** The files of the next message, above the field. */
export function ChosenFiles({ chosen: { files, leftOut, remove } }: { chosen: Files }) {
  if (files.length === 0) return null
  return (
    <>
      <ul class="attachments" aria-label={t('Attachments')}>
        {files.map(({ key, name, attached, problem }) => (
          <li key={key} class="attachment">
            {!attached && !problem && <Spinner />}
            <span dir="auto">{name}</span>
            {problem && (
              <span class="problem small" role="alert">
                {problem}
              </span>
            )}
            <Button
              kind="quiet"
              icon={X}
              label={t('Remove {name}', { name })}
              onClick={() => remove(key)}
            />
          </li>
        ))}
      </ul>
      {leftOut.length > 0 && (
        <p class="problem small" role="alert">
          {t('At most {most} files go with a message. Not attached: {names}', {
            most: MAX_FILES,
            names: leftOut.join(', '),
          })}
        </p>
      )}
    </>
  )
}

/** Opens the dialog for files. */
export function AttachButton({ chosen: { add, isFull } }: { chosen: Files }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={ACCEPT}
        onChange={({ currentTarget }) => {
          add([...(currentTarget.files ?? [])])
          currentTarget.value = ''
        }}
      />
      <Button
        kind="quiet"
        icon={Paperclip}
        label={t('Attach images or PDFs')}
        disabled={isFull}
        onClick={() => input.current?.click()}
      />
    </>
  )
}
