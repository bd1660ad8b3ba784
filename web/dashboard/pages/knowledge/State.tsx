import { Badge } from '../../components/Badge.tsx'
import { formatNumber } from '../../format.ts'
import type { Listed } from './entries.ts'

type Stated = Pick<Listed, 'status' | 'progress' | 'error' | 'chunk_count'>

/** What to try, by error code. */
const ADVICE: Record<string, string> = {
  fetch_failed: 'Open the address in a browser. When it works there, read it again.',
  url_not_allowed: 'Use a public address, or upload the text as a file.',
  page_too_large: 'Use a smaller page, or upload its text as a file.',
  unsupported_content: 'Use an address of a page, PDF or Word document, or a file of another type.',
  file_unreadable: 'Save the file anew, without a password and as UTF-8 or PDF, and upload it again.',
  file_missing: 'Upload the file again.',
  robots_disallowed: 'Ask the site’s owner to allow it, or upload the text as a file.',
  no_text:
    'Scanned pages need text recognition first; pages that are filled by a script can be uploaded as a file.',
  deadline_exceeded: 'Read it again.',
  worker_crashed: 'Read it again; if that does not help, tell whoever runs this service.',
}

/** Returns what the user can do about the error. */
export const adviceOn = ({ error }: Pick<Stated, 'error'>): string =>
  ADVICE[error?.code ?? ''] ?? 'Read it again; if that does not help, tell whoever runs this service.'

/** An entry's state in a word, with its progress or its error. */
export function State({ entry, brief = false }: { entry: Stated; brief?: boolean }) {
  const { status, progress, error, chunk_count } = entry
  if (status === 'ready')
    return (
      <>
        <Badge kind="good">Ready</Badge>
        {chunk_count === 0 && <p class="small muted">Nothing to find in it</p>}
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
      <Badge kind="accent">Being read</Badge>
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
