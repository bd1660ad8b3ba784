import { Badge } from '../../components/Badge.tsx'
import type { Listed } from '../../components/records/entries.ts'
import { formatNumber } from '../../lib/format.ts'
import { sayError } from '../../lib/locales/apiErrors.ts'
import { t } from '../../lib/texts.tsx'

type Stated = Pick<Listed, 'status' | 'progress' | 'error' | 'chunk_count'>

/** Advice by error code. */
const ADVICE: Record<string, string> = {
  fetch_failed: t('Open the URL in a browser. If it works there, retry.'),
  url_not_allowed: t('Use a public URL, or upload the text as a file.'),
  page_too_large: t('Use a smaller page, or upload its text as a file.'),
  knowledge_full: t('Delete entries that are not needed, or ask the operator for more.'),
  unsupported_content: t('Use the URL of a page or a document, or upload a file of another type.'),
  file_unreadable: t('Save the file without a password, as UTF-8 or PDF, and upload it again.'),
  file_missing: t('Upload the file again.'),
  robots_disallowed: t('Ask the site’s owner to allow it, or upload the text as a file.'),
  no_text: t(
    'Scan pages and pictures anew, sharper. If a script fills the page, upload its text as a file.',
  ),
  deadline_exceeded: t('Retry.'),
  worker_crashed: t('Retry. If that does not help, contact the operator of this service.'),
}

/** Returns advice on the entry's error. */
export const adviceOn = ({ error }: Pick<Stated, 'error'>): string =>
  ADVICE[error?.code ?? ''] ??
  t('Retry. If that does not help, contact the operator of this service.')

/** An entry's state in a word, with its progress or its error. */
export function State({ entry, brief = false }: { entry: Stated; brief?: boolean }) {
  const { status, progress, error, chunk_count } = entry
  if (status === 'ready')
    return (
      <>
        <Badge kind="good">{t('Ready')}</Badge>
        {chunk_count === 0 && <p class="small muted">{t('No passages')}</p>}
      </>
    )
  if (status === 'failed')
    return (
      <>
        <Badge kind="bad">{t('Failed')}</Badge>
        <p class="small" style={{ marginTop: '2px' }}>
          {error && sayError(error)}
          {!brief && ` ${adviceOn(entry)}`}
        </p>
      </>
    )
  return (
    <>
      <Badge kind="accent">{t('Processing')}</Badge>
      {progress && progress.total > 0 && (
        <Progress
          done={progress.done}
          total={progress.total}
          text={t('{done} of {total} pages', {
            done: formatNumber(progress.done),
            total: formatNumber(progress.total),
          })}
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
