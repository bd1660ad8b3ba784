import { Failure } from '../api/failure.ts'
import type { Keeper } from '../api/memory.ts'
import type { Attached } from '../api/records.ts'
import type { Server } from '../api/server.ts'

/** Milliseconds in which nothing is sent or answered, after which a transfer is given up. */
const SILENT_MS = 60_000

/** Sends files to the API and reads them. */
export interface Transfer {
  /** @param onSent called with the share that is sent, 0 to 1 @throws Failure */
  upload(
    path: string,
    file: File,
    signal: AbortSignal,
    onSent: (share: number) => void,
  ): Promise<Attached>
  /** @throws Failure */
  download(path: string): Promise<Blob>
}

/** @param src the script's own address */
export function makeTransfer(server: Pick<Server, 'enter'>, keeper: Keeper, src: string): Transfer {
  const base = new URL('api/v1/', new URL('.', src)).href

  /** Uses XMLHttpRequest, because `fetch` does not report how much of a file is sent. */
  async function send<Answer>(
    path: string,
    type: XMLHttpRequestResponseType,
    {
      form,
      signal,
      onSent,
    }: { form?: FormData; signal?: AbortSignal; onSent?: (share: number) => void } = {},
  ): Promise<Answer> {
    await server.enter()
    const request = new XMLHttpRequest()
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(() => request.abort(), SILENT_MS)
    }
    request.open(form ? 'POST' : 'GET', base + path)
    request.setRequestHeader('Authorization', `Bearer ${keeper.memory.token}`)
    request.responseType = type
    request.onprogress = wait
    request.upload.onprogress = ({ loaded, total }) => {
      wait()
      onSent?.(loaded / total)
    }
    signal?.addEventListener('abort', () => request.abort())
    return new Promise((resolve, reject) => {
      request.onloadend = () => {
        clearTimeout(timer)
        const { status, response } = request
        if (status >= 200 && status < 300) resolve(response)
        else
          reject(
            new Failure(response?.code ?? (status ? 'failed' : 'offline'), response?.detail, {
              status,
            }),
          )
      }
      wait()
      request.send(form)
    })
  }

  return {
    async upload(path, file, signal, onSent) {
      const form = new FormData()
      form.append('file', file)
      return (await send<{ data: Attached }>(path, 'json', { form, signal, onSent })).data
    },
    download: (path) => send<Blob>(path, 'blob'),
  }
}
