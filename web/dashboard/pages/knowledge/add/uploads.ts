import { useEffect, useReducer } from 'preact/hooks'
import {
  deleteEntries,
  type Entry,
  readEntry,
  refreshKnowledge,
} from '../../../components/records/entries.ts'
import { onLeaving } from '../../../components/session.tsx'
import { ApiError, sendForm } from '../../../lib/api.ts'
import { t } from '../../../lib/texts.tsx'
import { ENDINGS } from './fileKinds.ts'

/** The kinds of files that the API takes, in words. */
export const FILE_KINDS = t(
  'PDF, Word (.docx), Excel (.xlsx), PowerPoint (.pptx), OpenDocument, EPUB, RTF, email (.eml), text, Markdown, HTML, CSV, JSON, or a picture of text (.png, .jpg, .webp)',
)

export type Upload = {
  id: number
  name: string
  bytes: number
  sent: number
} & (
  | { state: 'waiting' | 'sending' }
  /** Not sent, because the API would refuse the file. */
  | { state: 'refused'; reason: string }
  | { state: 'failed'; error: ApiError }
  /** The file or page has become an entry, which is processing, ready or failed. */
  | { state: 'stored'; entry: Entry }
)

interface Sent {
  file: File
  fields: Record<string, string>
  key: string
  cancel?: () => void
}

/** The API's limit for a file. */
const MAX_BYTES = 20 * 1024 * 1024
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

/** Returns the uploads and added pages of this tab. They go on while the user is on other pages. */
export function useUploads(): readonly Upload[] {
  const [, render] = useReducer((renders: number) => renders + 1, 0)
  useEffect(() => {
    const watch = () => render(undefined as never)
    watchers.add(watch)
    return () => void watchers.delete(watch)
  }, [])
  return uploads
}

/** Returns why the API would refuse a file, before it is sent. */
export function problemWith({ name, size }: Pick<File, 'name' | 'size'>): string | undefined {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  if (!ENDINGS.includes(ending))
    return t('This file type is not supported. Use {kinds}.', { kinds: FILE_KINDS })
  if (size > MAX_BYTES) return t('The file is over 20 MB. Split it or make it smaller.')
  if (size === 0) return t('The file is empty.')
  return undefined
}

/** @param fields further fields of the API's form, for every file */
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

/** Shows the progress of a page that was added, until it is indexed. */
export function followPage(entry: Extract<Entry, { kind: 'url' }>): void {
  const id = ++count
  uploads = [{ id, name: entry.url, bytes: 0, sent: 0, state: 'stored', entry }, ...uploads]
  for (const watch of watchers) watch()
  follow(id, entry)
}

/**
 * Cancels the upload. If the file has become an entry that is still processing, deletes the entry.
 */
export function cancelUpload({ id, ...upload }: Upload): void {
  files.get(id)?.cancel?.()
  files.delete(id)
  uploads = uploads.filter((listed) => listed.id !== id)
  for (const watch of watchers) watch()
  if (upload.state === 'stored' && upload.entry.status === 'processing')
    deleteEntries([upload.entry.id]).catch(() => refreshKnowledge())
  sendNext()
}

/** Sends a failed upload again. With the same key, it cannot be stored twice. */
export function retryUpload({ id }: Upload): void {
  change(id, ({ name, bytes }) => ({ id, name, bytes, sent: 0, state: 'waiting' }))
  sendNext()
}

/** Removes finished uploads from the list. */
export function clearUploads(): void {
  const isUnfinished = (upload: Upload) =>
    upload.state === 'waiting' ||
    upload.state === 'sending' ||
    (upload.state === 'stored' && upload.entry.status === 'processing')
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
  if (uploads.some(({ state }) => state === 'waiting' || state === 'sending'))
    event.preventDefault()
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
    // A cancelled upload is no longer in `files`.
    if (files.has(id))
      change(id, ({ name, bytes }) => {
        const known = error instanceof ApiError ? error : new ApiError(0, {})
        return { id, name, bytes, sent: 0, state: 'failed', error: known }
      })
  }
  sendNext()
}

/** Reads the entry until it is indexed. */
async function follow(id: number, stored: Entry): Promise<void> {
  let entry = stored
  while (entry.status === 'processing' && uploads.some((listed) => listed.id === id)) {
    await new Promise((resolve) => setTimeout(resolve, READ_MS))
    // Reads again after an outage. If the entry was deleted, the list shows that.
    const read = await readEntry(entry.kind, entry.id).catch((error) => error as ApiError)
    if (read instanceof Error) {
      if (read.status === 404 || read.status === 401) return
      continue
    }
    entry = read
    change(id, ({ name, bytes }) => ({
      id,
      name,
      bytes,
      sent: bytes,
      state: 'stored',
      entry: read,
    }))
  }
  refreshKnowledge()
}
