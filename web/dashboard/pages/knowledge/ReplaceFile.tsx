import { useState } from 'preact/hooks'
import { FormDialog } from '../../components/forms/FormDialog.tsx'
import { refreshKnowledge } from '../../components/records/entries.ts'
import { sendForm } from '../../lib/api.ts'
import { formatBytes } from '../../lib/format.ts'
import { t } from '../../lib/texts.tsx'
import { ENDINGS } from './add/fileKinds.ts'
import { problemWith } from './add/uploads.ts'
import { Progress } from './State.tsx'

/** Uploads another file for the entry. Citations still lead to the entry. */
export function ReplaceFile({ id, onClose }: { id: string; onClose: () => void }) {
  const [file, setFile] = useState<File>()
  const [key, setKey] = useState('')
  const [sent, setSent] = useState<number>()
  const problem = file && problemWith(file)
  const send = async () => {
    const form = new FormData()
    form.append('knowledge_id', id)
    form.append('file', file!)
    setSent(0)
    try {
      await sendForm('/knowledge-base', form, key, setSent).answer
    } finally {
      setSent(undefined)
    }
    refreshKnowledge()
  }
  return (
    <FormDialog
      title={t('Replace file')}
      action={t('Upload')}
      onSubmit={send}
      done={t('Processing the new file.')}
      disabled={!file || problem !== undefined}
      hasCancel={false}
      onClose={onClose}
    >
      <div class="field">
        <label for="knowledge-file">{t('File')}</label>
        <input
          class="input"
          id="knowledge-file"
          type="file"
          accept={ENDINGS.map((ending) => `.${ending}`).join(',')}
          onChange={({ currentTarget }) => {
            setFile(currentTarget.files?.[0])
            setKey(crypto.randomUUID())
          }}
        />
        <p class="hint">{t('Agents use the current file until the new one is processed.')}</p>
        {problem && <p class="problem">{problem}</p>}
      </div>
      {sent !== undefined && file && (
        <Progress
          done={Math.min(sent, file.size)}
          total={file.size}
          text={t('{size} of {sizeb}', {
            size: formatBytes(Math.min(sent, file.size)),
            sizeb: formatBytes(file.size),
          })}
        />
      )}
    </FormDialog>
  )
}
