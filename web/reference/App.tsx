import { Menu } from 'lucide-preact'
import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks'
import { AreaView } from './AreaView.tsx'
import { Introduction } from './Introduction.tsx'
import { Navigation } from './Navigation.tsx'
import type { Area, Reference } from './reference.ts'
import { makeSearch } from './search.ts'

const readHash = () => decodeURIComponent(location.hash.slice(1))

/**
 * Finds the area of an address, which names an operation or its area; undefined: it names a part of
 * the introduction.
 */
const areaAt = (id: string, { groups }: Reference): Area | undefined =>
  groups
    .flatMap(({ areas }) => areas)
    .find((area) => area.id === id || area.operations.some(({ operationId }) => operationId === id))

export function App({ reference }: { reference: Reference }) {
  const [id, setId] = useState(readHash)
  const [isOpen, setOpen] = useState(false)
  const find = useMemo(() => makeSearch(reference), [reference])
  const area = areaAt(id, reference)

  useEffect(() => {
    const follow = () => {
      setId(readHash())
      setOpen(false)
    }
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])

  useLayoutEffect(() => {
    const named = area?.operations.find(({ operationId }) => operationId === id)
    const title = named?.summary ?? area?.title
    document.title = title ? `${title} · Parley: API reference` : 'Parley: API reference'
    if (!id) return
    const target = document.getElementById(id)
    target?.scrollIntoView()
    target?.querySelector<HTMLElement>('h1, h2')?.focus({ preventScroll: true })
  }, [id, area])

  return (
    <div class="reference">
      <header class="bar">
        <button
          type="button"
          class="button"
          aria-expanded={isOpen}
          aria-controls="contents"
          onClick={() => setOpen(!isOpen)}
        >
          <Menu size={17} aria-hidden="true" /> Contents
        </button>
        <a href="#introduction">Parley API</a>
      </header>
      <Navigation reference={reference} find={find} id={id} area={area} isOpen={isOpen} />
      <main key={area?.id ?? ''}>
        {area ? (
          <AreaView area={area} reference={reference} />
        ) : (
          <Introduction reference={reference} />
        )}
      </main>
    </div>
  )
}
