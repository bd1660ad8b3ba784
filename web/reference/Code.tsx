import { CopyButton } from '../dashboard/components/Copy.tsx'

/** Comments, strings, and words of programming languages, the shell and JSON. */
const TOKENS =
  /(?<text>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`]*`)|(?<word>\b(?:import|from|const|let|await|for|of|in|if|else|elif|throw|new|with|as|try|except|print|true|false|null|True|False|None)\b|(?<=\s)-{1,2}[A-Za-z]\b)|(?<value>\$[A-Z_]+|\b\d+(?:\.\d+)?\b)/g

/** A program with syntax highlighting and a button that copies it. */
export const Code = ({ source }: { source: string }) => (
  <div class="code">
    {/*
      biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard must reach it.
    */}
    <pre tabIndex={0}>
      <code>{partsOf(source)}</code>
    </pre>
    <CopyButton text={source} />
  </div>
)

function partsOf(source: string) {
  const parts = []
  let at = 0
  for (const { 0: found, index, groups = {} } of source.matchAll(TOKENS)) {
    const kind = Object.keys(groups).find((name) => groups[name] !== undefined)
    parts.push(
      source.slice(at, index),
      <span key={index} class={`token-${kind}`}>
        {found}
      </span>,
    )
    at = index + found.length
  }
  return [...parts, source.slice(at)]
}
