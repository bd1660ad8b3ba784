import { Pencil } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { AgentPicker, isChosen } from '../../components/forms/AgentPicker.tsx'
import { Form, TextArea, TextField } from '../../components/forms/Form.tsx'
import { type Entry, refreshKnowledge } from '../../components/records/entries.ts'
import { type Pair, PairFields, tagsIn } from '../../components/records/PairFields.tsx'
import { showToast } from '../../components/Toasts.tsx'
import { api, dataOf } from '../../lib/api.ts'
import { t } from '../../lib/texts.tsx'
import { VisitFields } from './add/VisitFields.tsx'
import { ReplaceFile } from './ReplaceFile.tsx'

type Of<Kind extends Entry['kind']> = Extract<Entry, { kind: Kind }>

/** Opens the form for the entry's kind. */
export function EditEntry({ entry }: { entry: Entry }) {
  const [open, setOpen] = useState<'fields' | 'file'>()
  const close = () => setOpen(undefined)
  return (
    <div class="row">
      <Button icon={Pencil} onClick={() => setOpen('fields')}>
        {t('Edit')}
      </Button>
      {entry.kind === 'file' && (
        <Button onClick={() => setOpen('file')}>
          {entry.file_name ? t('Replace file') : t('Add file')}
        </Button>
      )}
      {open === 'file' && <ReplaceFile id={entry.id} onClose={close} />}
      {open === 'fields' && (
        <Dialog title={t('Edit')} onClose={close}>
          {entry.kind === 'file' && <EditFile entry={entry} onDone={close} />}
          {entry.kind === 'qa' && <EditPair entry={entry} onDone={close} />}
          {entry.kind === 'url' && <EditPage entry={entry} onDone={close} />}
        </Dialog>
      )}
    </div>
  )
}

const HEADER = { Prefer: 'respond-async' }

/** Returns the changed fields. Unchanged fields need no indexing. */
function changed<Fields extends object>(before: object, after: Fields): Partial<Fields> {
  const differs = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify((before as Record<string, unknown>)[name])
  return Object.fromEntries(Object.entries(after).filter(differs)) as Partial<Fields>
}

async function save<Fields extends object>(
  before: object,
  after: Fields,
  send: (changes: Partial<Fields>) => Promise<unknown>,
  onDone: () => void,
) {
  const changes = changed(before, after)
  if (Object.keys(changes).length > 0) {
    await send(changes)
    refreshKnowledge()
    showToast(t('Saved.'))
  }
  onDone()
}

function EditPair({ entry, onDone }: { entry: Of<'qa'>; onDone: () => void }) {
  const { id, question, answer, tags = [], source } = entry
  const [pair, setPair] = useState<Pair>({
    question,
    answer,
    tags: tags.join(', '),
    source: source ?? '',
  })
  const [agents, setAgents] = useState(entry.agent_ids)
  const submit = () =>
    save(
      { ...entry, tags },
      {
        question: pair.question,
        answer: pair.answer,
        tags: tagsIn(pair.tags),
        source: pair.source.trim() ? pair.source : null,
        agent_ids: agents,
      },
      (body) =>
        dataOf(
          api.PATCH('/api/v1/knowledge/qa/{id}', {
            params: { path: { id }, header: HEADER },
            body,
          }),
        ),
      onDone,
    )
  return (
    <Form action={t('Save')} onSubmit={submit} disabled={!isChosen(agents)}>
      <PairFields value={pair} onChange={setPair} />
      <AgentPicker legend={t('Which agents can use it?')} value={agents} onChange={setAgents} />
    </Form>
  )
}

function EditFile({ entry, onDone }: { entry: Of<'file'>; onDone: () => void }) {
  const { id } = entry
  const [title, setTitle] = useState(entry.title)
  const [summary, setSummary] = useState(entry.summary ?? '')
  const [agents, setAgents] = useState(entry.agent_ids)
  const submit = () =>
    save(
      entry,
      { title, summary: summary.trim() ? summary : null, agent_ids: agents },
      (body) =>
        dataOf(
          api.PATCH('/api/v1/knowledge/files/{id}', {
            params: { path: { id }, header: HEADER },
            body,
          }),
        ),
      onDone,
    )
  return (
    <Form action={t('Save')} onSubmit={submit} disabled={!isChosen(agents)}>
      <TextField
        label={t('Title')}
        name="title"
        required
        maxLength={300}
        value={title}
        onChange={setTitle}
      />
      <TextArea
        label={t('Summary')}
        name="summary"
        maxLength={5000}
        hint={t(
          'What it is about, in the words that people use. Agents can answer from it as well.',
        )}
        value={summary}
        onChange={setSummary}
      />
      <AgentPicker legend={t('Which agents can use it?')} value={agents} onChange={setAgents} />
    </Form>
  )
}

function EditPage({ entry, onDone }: { entry: Of<'url'>; onDone: () => void }) {
  const { id } = entry
  const [url, setUrl] = useState(entry.url)
  const [title, setTitle] = useState(entry.title ?? '')
  const [visits, setVisits] = useState({
    crawl: entry.crawl,
    max_pages: entry.max_pages,
    refresh_hours: entry.refresh_hours,
  })
  const [agents, setAgents] = useState(entry.agent_ids)
  const submit = () =>
    save(
      { ...entry, title: entry.title ?? '' },
      { url, title, ...visits, agent_ids: agents },
      ({ title: given, ...rest }) => {
        const body = {
          ...rest,
          ...(given === undefined ? {} : { title: given.trim() ? given : null }),
        }
        return dataOf(
          api.PATCH('/api/v1/knowledge/urls/{id}', {
            params: { path: { id }, header: HEADER },
            body,
          }),
        )
      },
      onDone,
    )
  return (
    <Form action={t('Save')} onSubmit={submit} disabled={!isChosen(agents)}>
      <TextField
        label={t('URL')}
        name="url"
        type="url"
        required
        maxLength={2000}
        value={url}
        onChange={setUrl}
      />
      <TextField
        label={t('Title')}
        name="title"
        maxLength={300}
        hint={t('If empty, the page’s own title.')}
        value={title}
        onChange={setTitle}
      />
      <VisitFields value={visits} onChange={setVisits} />
      <AgentPicker legend={t('Which agents can use it?')} value={agents} onChange={setAgents} />
    </Form>
  )
}
