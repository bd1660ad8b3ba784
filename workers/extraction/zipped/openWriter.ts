import { type HtmlWriter, makeHtml, type Spans } from './htmlWriter.ts'

export type OpenWriter = ReturnType<typeof makeOpenWriter>

/**
 * Writes an OpenDocument as HTML: notes below their paragraphs, and slides under their titles. What
 * opens something returns the function that closes it.
 */
export function makeOpenWriter() {
  let out = makeHtml()
  let notes: string[] = []
  /** The text of the frame with a slide's title, while that is open. */
  let title: string | undefined
  let slideTitle = ''

  /** Writes into a separate writer until the element ends. */
  function apart(done: (written: HtmlWriter) => void): () => void {
    const outer: HtmlWriter = out
    const outerTitle = title
    out = makeHtml()
    title = undefined
    return () => {
      const written = out
      out = outer
      title = outerTitle
      done(written)
    }
  }

  return {
    html: () => out.html(),
    text(text: string): void {
      if (title === undefined) out.text(text)
      else title += text
    },
    /** @param html without blocks */
    add(html: string): void {
      if (title === undefined) out.add(html)
      else if (/^(?: |<br>)$/.test(html)) title += ' '
    },
    /** @param spans see `HtmlWriter` */
    block(tag: string, spans?: Spans): () => void {
      if (title !== undefined)
        return () => {
          title += ' '
        }
      out.open(tag, spans)
      return () => {
        out.close(tag)
        out.add(notes.join(''))
        notes = []
      }
    },
    note: () => apart((written) => notes.push(written.html())),
    /** Writes a description, which is no text of its own. */
    description: (done: (html: string) => void) => apart((written) => done(written.html())),
    titleFrame(): () => void {
      title = ''
      return () => {
        slideTitle ||= title ?? ''
        title = undefined
      }
    },
    /** @param number the slide's number, from 1, which stands for a title that is missing */
    slide: (number: number) =>
      apart((written) => {
        const heading = slideTitle.trim() || (written.hasText() ? `Slide ${number}` : '')
        if (!heading) return
        out.open('h1')
        out.text(heading)
        out.close('h1')
        out.add(written.html())
        slideTitle = ''
      }),
  }
}
