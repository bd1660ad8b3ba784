import { useEffect, useReducer } from 'preact/hooks'
import { ApiError, sendForm } from '../../../api.ts'
import { onLeaving } from '../../../session.tsx'
import { deleteEntries, type Entry, readEntry, refreshKnowledge } from '../entries.ts'

export type Upload = {
  id: number
  name: string
  bytes: number
  sent: number
} & (
  | { state: 'waiting' | 'sending' }
  /** Was not sent: the file is not one that can be read. */
  | { state: 'refused'; reason: string }
  | { state: 'failed'; error: ApiError }
  /** The file has become an entry, which is being read, is ready or has failed. */
  | { state: 'stored'; entry: Entry }
)

interface Sent {
  file: File
  fields: Record<string, string>
  key: string
  cancel?: () => void
}

/** In the API's form. */
const MAX_BYTES = 20 * 1024 * 1024
export const ENDINGS = ['pdf', 'docx', 'txt', 'text', 'md', 'markdown', 'html', 'htm', 'xhtml', 'csv', 'json']
const AT_A_TIME = 2
const READ_MS = 1_000

let uploads: readonly Upload[] = []
const files = new Map<number, Sent>()
const watchers = new Set<() => void>()
let count = 0

function change(id: number, to: (before: Upload) => Upload): void {
  uploads = uploads.map((upload) => (upload.id === id ? to(upload) : upload))
  for (const watch of watchers) watch()
}

/** The uploads of this tab, which go on while one looks at other pages. */
export function useUploads(): readonly Upload[] {
  const [, render] = useReducer((renders: number) => renders + 1, 0)
  useEffect(() => {
    const watch = () => render(undefined as never)
    watchers.add(watch)
    return () => void watchers.delete(watch)
  }, [])
  return uploads
}

/** Why it would be refused, before anything is sent. */
export function problemWith({ name, size }: Pick<File, 'name' | 'size'>): string | undefined {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  if (!ENDINGS.includes(ending))
    return 'Files of this type cannot be read. Use PDF, Word (.docx), text, Markdown, HTML, CSV or JSON.'
  if (size > MAX_BYTES) return 'It is over 20 MB. Split it, or save it smaller.'
  if (size === 0) return 'It is empty.'
  return undefined
}

/** @param fields what goes with each, as the API's form has it */
export function upload(chosen: readonly File[], fields: Record<string, string> = {}): void {
  const added = chosen.map((file): Upload => {
    const id = ++count
    const reason = problemWith(file)
    if (!reason) files.set(id, { file, fields, key: crypto.randomUUID() })
    const it = { id, name: file.name, bytes: file.size, sent: 0 }
    return reason ? { ...it, state: 'refused', reason } : { ...it, state: 'waiting' }
  })
  uploads = [...added, ...uploads]
  for (const watch of watchers) watch()
  sendNext()
}

/** Ends it, or takes it out again where it is an entry already that was not read yet. */
export function cancelUpload({ id, ...upload }: Upload): void {
  files.get(id)?.cancel?.()
  files.delete(id)
  uploads = uploads.filter((one) => one.id !== id)
  for (const watch of watchers) watch()
  if (upload.state === 'stored' && upload.entry.status === 'processing')
    deleteEntries([upload.entry.id]).catch(() => refreshKnowledge())
  sendNext()
}

/** Sends again what did not get through. The same key: what did after all is not stored twice. */
export function retryUpload({ id }: Upload): void {
  change(id, ({ name, bytes }) => ({ id, name, bytes, sent: 0, state: 'waiting' }))
  sendNext()
}

/** Takes those off the list that are done. */
export function clearUploads(): void {
  const isUnfinished = (one: Upload) =>
    one.state === 'waiting' ||
    one.state === 'sending' ||
    (one.state === 'stored' && one.entry.status === 'processing')
  uploads = uploads.filter(isUnfinished)
  for (const watch of watchers) watch()
}

onLeaving(() => {
  for (const { cancel } of files.values()) cancel?.()
  files.clear()
  uploads = []
  for (const watch of watchers) watch()
})

addEventListener('beforeunload', (event) => {
  if (uploads.some(({ state }) => state === 'waiting' || state === 'sending')) event.preventDefault()
})

function sendNext(): void {
  const sending = uploads.filter(({ state }) => state === 'sending').length
  const waiting = uploads.filter(({ state }) => state === 'waiting').reverse()
  for (const { id } of waiting.slice(0, Math.max(0, AT_A_TIME - sending))) send(id)
}

async function send(id: number): Promise<void> {
  const sent = files.get(id)!
  change(id, (upload) => ({ ...upload, state: 'sending' }) as Upload)
  const form = new FormData()
  for (const [name, value] of Object.entries(sent.fields)) form.append(name, value)
  form.append('file', sent.file)
  try {
    const { answer, cancel } = sendForm<Entry>('/knowledge-base', form, sent.key, (bytes) =>
      change(id, (upload) => ({ ...upload, sent: Math.min(bytes, upload.bytes) })),
    )
    sent.cancel = cancel
    const entry = { ...(await answer), kind: 'file' } as Entry
    files.delete(id)
    change(id, ({ name, bytes }) => ({ id, name, bytes, sent: bytes, state: 'stored', entry }))
    refreshKnowledge()
    follow(id, entry)
  } catch (error) {
    // Nothing waits for a cancelled upload.
    if (files.has(id))
      change(id, ({ name, bytes }) => {
        const known = error instanceof ApiError ? error : new ApiError(0, {})
        return { id, name, bytes, sent: 0, state: 'failed', error: known }
      })
  }
  sendNext()
}

/** Reads how far it is until it is read. */
async function follow(id: number, stored: Entry): Promise<void> {
  let entry = stored
  while (entry.status === 'processing' && uploads.some((one) => one.id === id)) {
    await new Promise((resolve) => setTimeout(resolve, READ_MS))
    // Away for a moment, or deleted meanwhile: then the list says so.
    const read = await readEntry('file', entry.id).catch((error) => error as ApiError)
    if (read instanceof Error) {
      if (read.status === 404 || read.status === 401) return
      continue
    }
    entry = read
    change(id, ({ name, bytes }) => ({ id, name, bytes, sent: bytes, state: 'stored', entry: read }))
  }
  refreshKnowledge()
}
