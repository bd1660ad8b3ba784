/**
 * Lets calls with the same key share one that is still running. Keeps no result: a call after its
 * end runs anew.
 * @param run may reject; then all that share it do
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
