import { extractText, getDocumentProxy } from 'unpdf'
import { unreadable } from '../extract.ts'

/** The text of a PDF, page by page. @throws AppError file_unreadable */
export async function readPdf(bytes: Buffer): Promise<string> {
  try {
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 }))
    return text.join('\n\n')
  } catch (error) {
    const isLocked = error instanceof Error && error.name === 'PasswordException'
    throw unreadable(isLocked ? 'It is encrypted: a password is needed to read it.' : 'The PDF is broken.')
  }
}
