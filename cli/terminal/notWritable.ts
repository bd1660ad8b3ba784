import { userInfo } from 'node:os'

/** Error codes for a file that this user may not write. */
const CODES = ['EACCES', 'EPERM', 'EROFS']

/**
 * @returns a sentence for a file or folder that this user may not write; undefined: the error has
 *   another cause
 */
export function explainNotWritable(error: unknown): string | undefined {
  const { code = '', path, syscall } = (error ?? {}) as NodeJS.ErrnoException
  if (!CODES.includes(code) || !path) return undefined
  const why =
    code === 'EROFS' ? 'is on a disk that can only be read' : 'may not be written by this user'
  return `${path} ${why} (${code}${syscall ? `, ${syscall}` : ''}). Start Parley as the user who owns the folder, or give it to ${nameOfUser()}: chown.`
}

/** Returns the user's name, or the number if there is no name, as in some containers. */
function nameOfUser(): string {
  try {
    return userInfo().username
  } catch {
    return `the user ${process.getuid?.() ?? ''}`.trim()
  }
}
