import { CircleAlert, CircleCheck, FileText, RotateCw, X } from 'lucide-preact'
import { Link } from 'wouter-preact'
import { Button } from '../../../components/Button.tsx'
import { Spinner } from '../../../components/Loading.tsx'
import { formatBytes } from '../../../format.ts'
import { adviceOn, Progress } from '../State.tsx'
import { cancelUpload, clearUploads, retryUpload, type Upload, useUploads } from './uploads.ts'

const isDone = (upload: Upload) => upload.state === 'stored' && upload.entry.status === 'ready'
const isAtWork = (upload: Upload) =>
  upload.state === 'waiting' ||
  upload.state === 'sending' ||
  (upload.state === 'stored' && upload.entry.status === 'processing')

/** The progress of each file, from the upload to the last indexed page. */
export function Uploads() {
  const uploads = useUploads()
  if (uploads.length === 0) return null
  const done = uploads.filter(isDone).length
  const working = uploads.filter(isAtWork).length
  return (
    <section class="card knowledge-uploads" aria-label="Uploads">
      <header>
        <h2 role="status">
          {working > 0
            ? `Adding ${working === 1 ? '1 file' : `${working} files`} …`
            : `${done} of ${uploads.length} ${uploads.length === 1 ? 'file' : 'files'} added`}
        </h2>
        {working < uploads.length && (
          <Button kind="quiet" onClick={clearUploads}>
            Clear list
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
                  <Link href={`/knowledge/file/${upload.entry.id}`}>{upload.name}</Link>
                ) : (
                  <strong>{upload.name}</strong>
                )}
              </p>
              <How upload={upload} />
            </div>
            <span class="row">
              {upload.state === 'failed' && (
                <Button icon={RotateCw} onClick={() => retryUpload(upload)}>
                  Try again
                </Button>
              )}
              {isAtWork(upload) && (
                <Button
                  kind="quiet"
                  icon={X}
                  label={`Cancel ${upload.name}`}
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
      return <p class="small muted">Waiting</p>
    case 'refused':
      return <p class="small">Not added: {upload.reason}</p>
    case 'failed':
      return <p class="small">Not added: {upload.error.message}</p>
    case 'sending':
      return (
        <Progress
          done={sent}
          total={bytes}
          text={
            sent < bytes ? `Uploading: ${formatBytes(sent)} of ${formatBytes(bytes)}` : 'Uploaded, storing …'
          }
        />
      )
    case 'stored': {
      const { status, progress, chunk_count, error } = upload.entry
      if (status === 'ready')
        return <p class="small muted">Ready: {chunk_count === 1 ? '1 passage' : `${chunk_count} passages`}</p>
      if (status === 'failed')
        return (
          <p class="small">
            Uploaded, but processing failed: {error?.detail} {adviceOn(upload.entry)}
          </p>
        )
      if (!progress) return <p class="small muted">Uploaded, processing …</p>
      return (
        <Progress
          done={progress.done}
          total={progress.total}
          text={`Processing: ${progress.done} of ${progress.total} pages`}
        />
      )
    }
  }
}
