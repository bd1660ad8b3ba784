/**
 * Lets calls with the same key share a run that has not ended. Keeps no result: a call after the
 * end starts a new run.
 * @param run if it rejects, all calls that share it reject
 */
export function shareRunning<Result>(
  run: (key: string) => Promise<Result>,
): (key: string) => Promise<Result> {
  const running = new Map<string, Promise<Result>>()
  return (key) => {
    const shared = running.get(key)
    if (shared) return shared
    const own = run(key).finally(() => running.delete(key))
    running.set(key, own)
    return own
  }
}
