import { useEffect, useState } from 'preact/hooks'
import { Code } from './Code.tsx'
import type { Sample } from './reference.ts'

const KEY = 'parley-reference-language'
const CHOSEN = 'parley-language'

/** The language that was last chosen in any sample. */
function useLanguage(): [string, (language: string) => void] {
  const [language, setLanguage] = useState(kept)
  useEffect(() => {
    const follow = () => setLanguage(kept())
    addEventListener(CHOSEN, follow)
    return () => removeEventListener(CHOSEN, follow)
  }, [])
  return [
    language,
    (chosen) => {
      last = chosen
      try {
        localStorage.setItem(KEY, chosen)
      } catch {
        // Storage is blocked, so the choice lasts until the page is left.
      }
      dispatchEvent(new Event(CHOSEN))
    },
  ]
}

let last: string | undefined
function kept(): string {
  try {
    return last ?? localStorage.getItem(KEY) ?? ''
  } catch {
    return last ?? ''
  }
}

/** `curl, by a widget` is a sample in `curl`, sent `by a widget`. */
const languageOf = ({ label }: Sample) => label.split(', ')[0]!
const wayOf = ({ label }: Sample) => label.split(', ')[1] ?? 'by a server'

/** The samples of an operation, by their language and by their sender. */
export function Samples({ samples, of }: { samples: Sample[]; of: string }) {
  const [chosen, choose] = useLanguage()
  const [way, setWay] = useState('')
  const languages = [...new Set(samples.map(languageOf))]
  const language = languages.includes(chosen) ? chosen : languages[0]!
  const ways = samples.filter((sample) => languageOf(sample) === language)
  const sample = ways.find((sample) => wayOf(sample) === way) ?? ways[0]!
  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!step) return
    const next = languages.at((languages.indexOf(language) + step) % languages.length)!
    choose(next)
    document.getElementById(`${of}-${next}`)?.focus()
  }
  return (
    <div class="sample">
      <header>
        <div role="tablist" aria-label="Language" onKeyDown={move}>
          {languages.map((name) => (
            <button
              key={name}
              id={`${of}-${name}`}
              type="button"
              role="tab"
              aria-selected={name === language}
              aria-controls={`${of}-sample`}
              tabIndex={name === language ? 0 : -1}
              onClick={() => choose(name)}
            >
              {name}
            </button>
          ))}
        </div>
        {ways.length > 1 && (
          <select
            aria-label="Request"
            value={wayOf(sample)}
            onChange={(event) => setWay(event.currentTarget.value)}
          >
            {ways.map((sample) => (
              <option key={sample.label}>{wayOf(sample)}</option>
            ))}
          </select>
        )}
      </header>
      <div id={`${of}-sample`} role="tabpanel" aria-labelledby={`${of}-${language}`}>
        <Code source={sample.source} />
      </div>
    </div>
  )
}
