import { styleText } from 'node:util'

const FRAMES = [...'⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏']
const FRAME_MS = 80
const ERASE_LINE = '\r\x1b[K'

export interface Progress {
  /**
   * Shows the current step, such as `Starting PostgreSQL`.
   * @param isNew false: another text for the same step, whose seconds go on. Default: true
   */
  step(text: string, isNew?: boolean): void
  /** Removes the line. Must be called before anything else is written. */
  end(): void
}

/**
 * Shows the progress of a command: in a terminal on one line that changes, with the seconds so far;
 * elsewhere with a line for each step.
 */
export function showProgress(
  out: NodeJS.WritableStream & { isTTY?: boolean; columns?: number } = process.stdout,
): Progress {
  if (!out.isTTY) return { step: (text) => out.write(`${text} …\n`), end: () => undefined }
  let text = ''
  let frame = 0
  let timer: NodeJS.Timeout | undefined
  let began = 0

  function draw(): void {
    const seconds = Math.floor((Date.now() - began) / 1000)
    const line = `${text} …${seconds ? ` ${seconds} s` : ''}`.slice(0, (out.columns || 80) - 4)
    const spinner = styleText('cyan', FRAMES[frame++ % FRAMES.length]!, { stream: out })
    // Moves the cursor back to the start, so that the output of another process replaces this line.
    out.write(`${ERASE_LINE} ${spinner} ${line}\r`)
  }

  return {
    step(now, isNew = true) {
      text = now
      if (isNew) began = Date.now()
      timer ??= setInterval(draw, FRAME_MS).unref()
      draw()
    },
    end() {
      if (!timer) return
      clearInterval(timer)
      timer = undefined
      out.write(ERASE_LINE)
    },
  }
}
