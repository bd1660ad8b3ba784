import { useState } from 'preact/hooks'
import { AgentPicker, isChosen } from '../../../components/forms/AgentPicker.tsx'
import { Form } from '../../../components/forms/Form.tsx'
import { formatBytes } from '../../../lib/format.ts'
import { t } from '../../../lib/texts.tsx'
import { filesIn } from './DropTarget.tsx'
import { ENDINGS } from './fileKinds.ts'
import { FILE_KINDS, problemWith, upload } from './uploads.ts'

export function AddFiles({ onClose }: { onClose: () => void }) {
  const [files, setFiles] = useState<readonly File[]>([])
  const [agents, setAgents] = useState<string[] | null>(null)
  const add = async () => {
    upload(files, agents ? { agent_ids: agents.join(',') } : {})
    onClose()
  }
  const good = files.filter((file) => !problemWith(file)).length
  return (
    <Form
      action={good > 1 ? t('Add {good} files', { good }) : t('Add')}
      onSubmit={add}
      disabled={good === 0 || !isChosen(agents)}
    >
      {/*
        biome-ignore lint/a11y/noStaticElementInteractions: for keyboards, the field inside does the
        same
      */}
      <div
        class="field knowledge-choose"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault()
          setFiles(filesIn(event.dataTransfer!))
        }}
      >
        <label for="knowledge-files">{t('Files to add')}</label>
        <input
          class="input"
          id="knowledge-files"
          type="file"
          multiple
          accept={ENDINGS.map((ending) => `.${ending}`).join(',')}
          aria-describedby="knowledge-files-hint"
          onChange={({ currentTarget }) => setFiles([...(currentTarget.files ?? [])])}
        />
        <p class="hint" id="knowledge-files-hint">
          {t('{kinds}, up to 20 MB each. You can also drop files here, or anywhere on the page.', {
            kinds: FILE_KINDS,
          })}
        </p>
      </div>
      {files.length > 0 && (
        <ul class="small knowledge-chosen">
          {files.map((file) => (
            <li key={file.name}>
              {file.name} <span class="muted">{formatBytes(file.size)}</span>
              {problemWith(file) && (
                <p class="problem">
                  {t('Cannot be added. {problem}', { problem: problemWith(file) ?? '' })}
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
      <AgentPicker legend={t('Which agents can use it?')} value={agents} onChange={setAgents} />
    </Form>
  )
}
