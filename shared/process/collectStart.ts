import { Session } from 'node:inspector/promises'

/**
 * Collects what the start of a process has left behind, such as the sources of its modules. V8 would
 * keep that until the process has much to do.
 */
export async function collectStart(): Promise<void> {
  const session = new Session()
  session.connect()
  await session.post('HeapProfiler.collectGarbage')
  session.disconnect()
}
