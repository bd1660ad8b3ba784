import { FileText } from 'lucide-preact'
import { useState } from 'preact/hooks'
import type { Schemas } from '../../lib/api.ts'
import { formatBytes } from '../../lib/format.ts'
import { t } from '../../lib/texts.tsx'
import type { Kind } from './messages.ts'

interface AttachmentsProps {
  kind: Kind
  threadId: string
  attachments: readonly Schemas['Attachment'][]
}

/** The files of a message: images as pictures, and PDFs by their names. A click saves a file. */
export function Attachments({ kind, threadId, attachments }: AttachmentsProps) {
  if (attachments.length === 0) return null
  return (
    <ul class="attachments" aria-label={t('Attachments')}>
      {attachments.map((file) => (
        <li key={file.id}>
          <Attachment file={file} path={`/api/v1/${kind}s/${threadId}/attachments/${file.id}`} />
        </li>
      ))}
    </ul>
  )
}

function Attachment({
  file: { name, type, bytes },
  path,
}: {
  file: Schemas['Attachment']
  path: string
}) {
  const [isBroken, setBroken] = useState(type === 'application/pdf')
  return (
    <a href={path} download={name} class="attachment" title={t('Save {name}', { name })}>
      {isBroken ? (
        <>
          <FileText size={17} aria-hidden="true" />
          <span dir="auto">{name}</span>
          <span class="small muted">{formatBytes(bytes)}</span>
        </>
      ) : (
        <img src={path} alt={name} loading="lazy" onError={() => setBroken(true)} />
      )}
    </a>
  )
}
