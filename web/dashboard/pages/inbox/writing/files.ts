import { useEffect, useRef, useState } from 'preact/hooks'
import type { Place } from '../../../components/threads/cases.ts'
import { ApiError, type Schemas, sendForm } from '../../../lib/api.ts'

export type Attached = Schemas['Attachment']

/** A file of the next message. */
export interface ChosenFile {
  key: string
  name: string
  /** Set once the file is uploaded. */
  attached?: Attached
  /** Why the file could not be uploaded. */
  problem?: string
}

/** The API's limit for a message. */
export const MAX_FILES = 4
/** The types that the file dialog offers. The server reads the type from the bytes. */
export const ACCEPT = 'image/png,image/jpeg,image/webp,image/gif,application/pdf'

/**
 * Keeps the files of the next message in a thread. They are uploaded at once, and dropped when the
 * user leaves the thread.
 */
export function useFiles({ id, kind }: Place) {
  const [files, setFiles] = useState<readonly ChosenFile[]>([])
  const [leftOut, setLeftOut] = useState<readonly string[]>([])
  const uploads = useRef(new Map<string, () => void>())
  const clear = () => {
    for (const cancel of uploads.current.values()) cancel()
    uploads.current.clear()
    setFiles([])
    setLeftOut([])
  }
  useEffect(() => clear, [id])

  async function upload(key: string, file: File): Promise<void> {
    const form = new FormData()
    form.append('file', file)
    const sending = sendForm<Attached>(
      `/api/v1/${kind}s/${id}/attachments`,
      form,
      key,
      () => undefined,
    )
    uploads.current.set(key, sending.cancel)
    const outcome = await sending.answer.then(
      (attached) => ({ attached }),
      (error) => ({ problem: problemOf(error) }),
    )
    uploads.current.delete(key)
    setFiles((all) => all.map((file) => (file.key === key ? { ...file, ...outcome } : file)))
  }

  return {
    files,
    /** Names of chosen files that exceed the message's limit. */
    leftOut,
    isUploading: files.some(({ attached, problem }) => !attached && !problem),
    isFull: files.length >= MAX_FILES,
    add(chosen: readonly File[]) {
      const room = MAX_FILES - files.length
      const more = chosen
        .slice(0, room)
        .map((file) => ({ file, key: crypto.randomUUID(), name: file.name }))
      setLeftOut(chosen.slice(room).map(({ name }) => name))
      setFiles([...files, ...more.map(({ key, name }) => ({ key, name }))])
      for (const { key, file } of more) void upload(key, file)
    },
    remove(key: string) {
      uploads.current.get(key)?.()
      setFiles(files.filter((file) => file.key !== key))
      setLeftOut([])
    },
    /** Returns the uploaded files, and removes them from the next message. */
    take(): Attached[] {
      const taken = files.flatMap(({ attached }) => attached ?? [])
      setFiles([])
      setLeftOut([])
      return taken
    },
  }
}

const problemOf = (error: unknown) =>
  error instanceof ApiError ? (error.fields.file ?? error.message) : String(error)
