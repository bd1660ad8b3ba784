import { CircleAlert, CircleCheck, FileText, RotateCw, X } from 'lucide-preact'
import { Link } from 'wouter-preact'
import { Button } from '../../../components/Button.tsx'
import { Spinner } from '../../../components/Loading.tsx'
import { formatBytes } from '../../../lib/format.ts'
import { sayError } from '../../../lib/locales/apiErrors.ts'
import { t } from '../../../lib/texts.tsx'
import { adviceOn, Progress } from '../State.tsx'
import { cancelUpload, clearUploads, retryUpload, type Upload, useUploads } from './uploads.ts'

const isDone = (upload: Upload) => upload.state === 'stored' && upload.entry.status === 'ready'
const isAtWork = (upload: Upload) =>
  upload.state === 'waiting' ||
  upload.state === 'sending' ||
  (upload.state === 'stored' && upload.entry.status === 'processing')

/** The progress of each file and page, from the upload to the last indexed page. */
export function Uploads() {
  const uploads = useUploads()
  if (uploads.length === 0) return null
  const done = uploads.filter(isDone).length
  const hasPages = uploads.some(
    (upload) => upload.state === 'stored' && upload.entry.kind === 'url',
  )
  const working = uploads.filter(isAtWork).length
  return (
    <section class="card knowledge-uploads" aria-label={t('Uploads')}>
      <header>
        <h2 role="status">
          {working > 0
            ? hasPages
              ? t('{count, plural, one {Adding # entry …} other {Adding # entries …}}', {
                  count: working,
                })
              : t('{count, plural, one {Adding # file …} other {Adding # files …}}', {
                  count: working,
                })
            : hasPages
              ? t('{done} of {count, plural, one {# entry} other {# entries}} added', {
                  done,
                  count: uploads.length,
                })
              : t('{done} of {count, plural, one {# file} other {# files}} added', {
                  done,
                  count: uploads.length,
                })}
        </h2>
        {working < uploads.length && (
          <Button kind="quiet" onClick={clearUploads}>
            {t('Clear list')}
          </Button>
        )}
      </header>
      <ul>
        {uploads.map((upload) => (
          <li key={upload.id}>
            <Mark upload={upload} />
            <div class="knowledge-upload">
              <p>
                {upload.state === 'stored' ? (
                  <Link href={`/knowledge/${upload.entry.kind}/${upload.entry.id}`}>
                    {upload.name}
                  </Link>
                ) : (
                  <strong>{upload.name}</strong>
                )}
              </p>
              <How upload={upload} />
            </div>
            <span class="row">
              {upload.state === 'failed' && (
                <Button icon={RotateCw} onClick={() => retryUpload(upload)}>
                  {t('Try again')}
                </Button>
              )}
              {isAtWork(upload) && (
                <Button
                  kind="quiet"
                  icon={X}
                  label={t('Cancel {name}', { name: upload.name })}
                  onClick={() => cancelUpload(upload)}
                />
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Mark({ upload }: { upload: Upload }) {
  if (isDone(upload)) return <CircleCheck class="good" size={18} aria-hidden="true" />
  if (isAtWork(upload))
    return upload.state === 'waiting' ? <FileText size={18} aria-hidden="true" /> : <Spinner />
  return <CircleAlert class="bad" size={18} aria-hidden="true" />
}

function How({ upload }: { upload: Upload }) {
  const { bytes, sent } = upload
  switch (upload.state) {
    case 'waiting':
      return <p class="small muted">{t('Waiting')}</p>
    case 'refused':
      return <p class="small">{t('Not added: {reason}', { reason: upload.reason })}</p>
    case 'failed':
      return <p class="small">{t('Not added: {reason}', { reason: upload.error.message })}</p>
    case 'sending':
      return (
        <Progress
          done={sent}
          total={bytes}
          text={
            sent < bytes
              ? t('Uploading: {sent} of {bytes}', {
                  sent: formatBytes(sent),
                  bytes: formatBytes(bytes),
                })
              : t('Uploaded, storing …')
          }
        />
      )
    case 'stored': {
      const { status, progress, chunk_count, error } = upload.entry
      if (status === 'ready')
        return (
          <p class="small muted">
            {t('{count, plural, one {Ready: # passage} other {Ready: # passages}}', {
              count: chunk_count,
            })}
          </p>
        )
      if (status === 'failed')
        return (
          <p class="small">
            {upload.entry.kind === 'url'
              ? t('Processing failed')
              : t('Uploaded, but processing failed')}
            : {error && sayError(error)} {adviceOn(upload.entry)}
          </p>
        )
      if (!progress)
        return (
          <p class="small muted">
            {upload.entry.kind === 'url'
              ? t('Reading and processing …')
              : t('Uploaded, processing …')}
          </p>
        )
      return (
        <Progress
          done={progress.done}
          total={progress.total}
          text={t('Processing: {done} of {total} pages', {
            done: progress.done,
            total: progress.total,
          })}
        />
      )
    }
  }
}
