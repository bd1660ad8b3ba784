import { Badge } from '../../components/Badge.tsx'
import { formatNumber } from '../../format.ts'
import type { Listed } from './entries.ts'

type Stated = Pick<Listed, 'status' | 'progress' | 'error' | 'chunk_count'>

/** Advice by error code. */
const ADVICE: Record<string, string> = {
  fetch_failed: 'Open the URL in a browser. If it works there, retry.',
  url_not_allowed: 'Use a public URL, or upload the text as a file.',
  page_too_large: 'Use a smaller page, or upload its text as a file.',
  unsupported_content: 'Use the URL of a page or a document, or upload a file of another type.',
  file_unreadable: 'Save the file without a password, as UTF-8 or PDF, and upload it again.',
  file_missing: 'Upload the file again.',
  robots_disallowed: 'Ask the site’s owner to allow it, or upload the text as a file.',
  no_text:
    'Scanned pages need text recognition first. If a script fills the page, upload its text as a file.',
  deadline_exceeded: 'Retry.',
  worker_crashed: 'Retry. If that does not help, contact the operator of this service.',
}

/** Returns advice on the entry's error. */
export const adviceOn = ({ error }: Pick<Stated, 'error'>): string =>
  ADVICE[error?.code ?? ''] ?? 'Retry. If that does not help, contact the operator of this service.'

/** An entry's state in a word, with its progress or its error. */
export function State({ entry, brief = false }: { entry: Stated; brief?: boolean }) {
  const { status, progress, error, chunk_count } = entry
  if (status === 'ready')
    return (
      <>
        <Badge kind="good">Ready</Badge>
        {chunk_count === 0 && <p class="small muted">No passages</p>}
      </>
    )
  if (status === 'failed')
    return (
      <>
        <Badge kind="bad">Failed</Badge>
        <p class="small" style={{ marginTop: '2px' }}>
          {error?.detail}
          {!brief && ` ${adviceOn(entry)}`}
        </p>
      </>
    )
  return (
    <>
      <Badge kind="accent">Processing</Badge>
      {progress && progress.total > 0 && (
        <Progress
          done={progress.done}
          total={progress.total}
          text={`${formatNumber(progress.done)} of ${formatNumber(progress.total)} pages`}
        />
      )}
    </>
  )
}

/** A progress bar with its numbers. */
export const Progress = ({ done, total, text }: { done: number; total: number; text: string }) => (
  <div class="knowledge-progress">
    <progress value={done} max={total || 1} aria-label={text} />
    <span class="small muted">{text}</span>
  </div>
)
