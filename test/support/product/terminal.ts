import { Writable } from 'node:stream'
import { WriteStream } from 'node:tty'

/** Makes a standard output, of a terminal or not, that keeps what is written. */
export function fakeOutput(isTerminal: boolean) {
  let text = ''
  const stream = new Writable({
    write(chunk, _encoding, done) {
      text += chunk
      done()
    },
  })
  const { getColorDepth, hasColors } = WriteStream.prototype
  const terminal = { isTTY: true, columns: 60, getColorDepth, hasColors }
  return { stream: isTerminal ? Object.assign(stream, terminal) : stream, text: () => text }
}

// Node assumes that a terminal of an unknown CI service has no colours, so a test must not inherit
// CI.
const OF_COLOURS = {
  NO_COLOR: undefined,
  FORCE_COLOR: undefined,
  NODE_DISABLE_COLORS: undefined,
  CI: undefined,
}

/** Does the work with these variables, and with no others that affect colours. */
export function withEnvironment<T>(env: Record<string, string | undefined>, work: () => T): T {
  const wanted = { ...OF_COLOURS, ...env }
  const before = Object.fromEntries(Object.keys(wanted).map((name) => [name, process.env[name]]))
  const set = (values: Record<string, string | undefined>) => {
    for (const [name, value] of Object.entries(values))
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
  }
  set(wanted)
  try {
    return work()
  } finally {
    set(before)
  }
}
