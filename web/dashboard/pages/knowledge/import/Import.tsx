import { FileSpreadsheet } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { ButtonLink } from '../../../components/Button.tsx'
import { Empty } from '../../../components/Empty.tsx'
import { ErrorNotice, Notice } from '../../../components/Notice.tsx'
import { Page } from '../../../components/Page.tsx'
import { useRights, useUser } from '../../../components/session.tsx'
import { t } from '../../../lib/texts.tsx'
import { MAX_BYTES } from './csv.ts'
import { ImportRun } from './ImportRun.tsx'
import { ImportTable, type OpenedFile } from './ImportTable.tsx'
import { useImport } from './importer.ts'

/** Imports questions with their answers from a table: choose a file, check its rows, add them. */
export function Import() {
  const { mayChange } = useRights()
  const running = useImport(useUser().id)
  const [file, setFile] = useState<OpenedFile>()
  const [problem, setProblem] = useState<string>()
  const [error, setError] = useState<unknown>()
  const open = async (chosen: File | undefined) => {
    setProblem(undefined)
    setError(undefined)
    if (!chosen) return
    if (chosen.size > MAX_BYTES) return setProblem(t('The table is over 20 MB. Split it.'))
    if (/\.(xlsx?|ods|numbers)$/i.test(chosen.name))
      return setProblem(t('This is a spreadsheet file. Save it as CSV, then choose the CSV file.'))
    try {
      setFile({ name: chosen.name, bytes: new Uint8Array(await chosen.arrayBuffer()) })
    } catch (cause) {
      setError(cause)
    }
  }
  return (
    <Page
      title={t('Import questions')}
      about={t('Add questions and answers from a CSV table: one per row, up to 5,000.')}
      back={['/knowledge', t('Knowledge')]}
    >
      {!mayChange ? (
        <Empty
          icon={FileSpreadsheet}
          title={t('Viewers cannot import questions')}
          actions={<ButtonLink to="/knowledge">{t('Go to knowledge')}</ButtonLink>}
        >
          {t('Ask an owner of the organization to make you an editor.')}
        </Empty>
      ) : running ? (
        <ImportRun running={running} />
      ) : file ? (
        <ImportTable key={file.name} file={file} onBack={() => setFile(undefined)} />
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions: for keyboards, the field inside does the same
        <div
          class="card stack knowledge-choose"
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault()
            open(event.dataTransfer?.files[0])
          }}
        >
          <div class="field">
            <label for="knowledge-table">{t('Table')}</label>
            <input
              class="input"
              id="knowledge-table"
              type="file"
              accept=".csv,.tsv,.txt,text/csv"
              aria-describedby="knowledge-table-hint"
              onChange={({ currentTarget }) => open(currentTarget.files?.[0])}
            />
            <p class="hint" id="knowledge-table-hint">
              {t(
                'Choose a CSV file or drop it here. It needs a column of questions and one of answers; tags and sources are optional. To get a CSV file, use “Save as” in Excel or “Download” in Google Sheets.',
              )}
            </p>
          </div>
          {problem && <Notice kind="bad">{problem}</Notice>}
          {error !== undefined && <ErrorNotice error={error} />}
        </div>
      )}
    </Page>
  )
}
