import { Download } from 'lucide-preact'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { Button } from '../../../components/Button.tsx'
import { AgentPicker, isChosen } from '../../../components/forms/AgentPicker.tsx'
import { CheckField, SelectField } from '../../../components/forms/Form.tsx'
import { Loading } from '../../../components/Loading.tsx'
import { Table as List } from '../../../components/lists/Table.tsx'
import { ErrorNotice, Notice } from '../../../components/Notice.tsx'
import { useUser } from '../../../components/session.tsx'
import { formatNumber } from '../../../lib/format.ts'
import { t } from '../../../lib/texts.tsx'
import { BadRows } from './BadRows.tsx'
import {
  type Columns,
  checkRows,
  DELIMITERS,
  decode,
  downloadRows,
  ENCODINGS,
  guessColumns,
  guessEncoding,
  readTable,
  type Table,
} from './csv.ts'
import { startImport } from './importer.ts'

export interface OpenedFile {
  name: string
  bytes: Uint8Array
}

const FIELDS: readonly (readonly [keyof Columns, string])[] = [
  ['question', t('Question')],
  ['answer', t('Answer')],
  ['tags', t('Tags')],
  ['source', t('Source')],
]

/** Shows which rows will be added, and the errors of the others, before anything is sent. */
export function ImportTable({ file, onBack }: { file: OpenedFile; onBack: () => void }) {
  const user = useUser()
  const [encoding, setEncoding] = useState(() => guessEncoding(file.bytes))
  const [delimiter, setDelimiter] = useState('')
  const [table, setTable] = useState<Table>()
  const [error, setError] = useState<unknown>()
  const [hasNames, setHasNames] = useState(true)
  const [columns, setColumns] = useState<Columns>()
  const [agents, setAgents] = useState<string[] | null>(null)
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    let isWanted = true
    const read = async () => {
      const found = await readTable(decode(file.bytes, encoding), delimiter)
      if (!isWanted) return
      const guess = guessColumns(found.rows)
      setTable(found)
      setHasNames(guess.hasNames)
      setColumns(guess.columns)
    }
    read().catch(setError)
    return () => {
      isWanted = false
    }
  }, [encoding, delimiter])
  const checked = useMemo(
    () => table && columns && checkRows(table, columns, hasNames),
    [table, columns, hasNames],
  )
  if (error !== undefined) return <ErrorNotice error={error} onRetry={onBack} />
  if (!table || !columns || !checked) return <Loading what={t('Reading table …')} />
  const { good, bad } = checked
  const width = Math.max(0, ...table.rows.slice(0, 100).map(({ cells }) => cells.length))
  const names = Array.from({ length: width }, (_, n) => {
    const name = hasNames ? table.rows[0]?.cells[n]?.trim() : ''
    return name || t('Column {number}', { number: n + 1 })
  })
  const options = [['', t('None')], ...names.map((name, n) => [String(n), name] as const)] as const
  const start = async () => {
    setBusy(true)
    await startImport(user.id, file.name, good, agents)
  }
  return (
    <div class="stack">
      <section class="card stack" aria-labelledby="how-it-is-read">
        <h2 id="how-it-is-read">{file.name}</h2>
        <div class="knowledge-mapping">
          {FIELDS.map(([name, label]) => (
            <SelectField
              key={name}
              label={label}
              name={name}
              value={columns[name] === undefined ? '' : String(columns[name])}
              onChange={(value) =>
                setColumns({ ...columns, [name]: value === '' ? undefined : Number(value) })
              }
              options={options}
            />
          ))}
          <SelectField
            label={t('Separator')}
            name="delimiter"
            value={table.delimiter}
            onChange={setDelimiter}
            options={DELIMITERS}
          />
          <SelectField
            label={t('Encoding')}
            name="encoding"
            value={encoding}
            onChange={setEncoding}
            options={ENCODINGS}
          />
        </div>
        <CheckField
          label={t('The first row has column names')}
          name="names"
          checked={hasNames}
          onChange={setHasNames}
        />
        <AgentPicker legend={t('Which agents can use it?')} value={agents} onChange={setAgents} />
      </section>
      {bad.length > 0 && (
        <section class="stack" aria-labelledby="not-added">
          <div class="row spread">
            <h2 id="not-added">
              {bad.length === 1
                ? t('1 row cannot be added')
                : t('{bad} rows cannot be added', { bad: formatNumber(bad.length) })}
            </h2>
            <Button icon={Download} onClick={() => downloadRows(`not-added-${file.name}`, bad)}>
              {t('Download these rows')}
            </Button>
          </div>
          <BadRows label={t('Rows that cannot be added')} rows={bad} />
        </section>
      )}
      {good.length > 0 ? (
        <section class="stack" aria-labelledby="to-be-added">
          <h2 id="to-be-added">
            {good.length === 1
              ? t('1 row to add')
              : t('{good} rows to add', { good: formatNumber(good.length) })}
          </h2>
          <List
            label={t('Rows to add')}
            rows={good}
            keyOf={({ line }) => String(line)}
            columns={[
              { name: t('Line'), isNumber: true, cell: ({ line }) => line },
              {
                name: t('Question'),
                isMain: true,
                cell: ({ question }) => <p class="knowledge-cell">{question}</p>,
              },
              { name: t('Answer'), cell: ({ answer }) => <p class="knowledge-cell">{answer}</p> },
              { name: t('Tags'), cell: ({ tags }) => tags.join(', ') },
            ]}
          />
        </section>
      ) : (
        <Notice kind="warn">
          {t(
            'No rows can be added. Check the columns for questions and answers, and the separator.',
          )}
        </Notice>
      )}
      <div class="actions knowledge-sticky">
        <Button onClick={onBack}>{t('Choose another file')}</Button>
        <Button
          kind="primary"
          busy={busy}
          disabled={good.length === 0 || !isChosen(agents)}
          onClick={start}
        >
          {good.length === 1
            ? t('Add 1 question')
            : t('Add {good} questions', { good: formatNumber(good.length) })}
        </Button>
      </div>
    </div>
  )
}
