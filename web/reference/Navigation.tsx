import { Fragment } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Area, Operation, Reference } from './reference.ts'
import type { Find } from './search.ts'

interface NavigationProps {
  reference: Reference
  find: Find
  /** The id in the address, and its area. */
  id: string
  area: Area | undefined
  /** Whether the drawer of a narrow window is open. */
  isOpen: boolean
}

/** The search, and the contents or the search results. */
export function Navigation({ reference, find, id, area, isOpen }: NavigationProps) {
  const [question, setQuestion] = useState('')
  const panel = useRef<HTMLElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const found = question.trim() ? find(question) : undefined

  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (event.key !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      input.current?.focus()
    }
    addEventListener('keydown', open)
    return () => removeEventListener('keydown', open)
  }, [])

  useEffect(() => {
    panel.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [id])

  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Escape') setQuestion('')
    if (event.key === 'Enter' && found?.[0] && event.target === input.current)
      location.hash = found[0].operationId
    if (!step) return
    const places = [input.current!, ...panel.current!.querySelectorAll<HTMLElement>('li a')]
    places[places.indexOf(document.activeElement as HTMLElement) + step]?.focus()
    event.preventDefault()
  }

  return (
    <nav
      ref={panel}
      id="contents"
      class={`contents${isOpen ? ' open' : ''}`}
      aria-label="Contents"
      onKeyDown={move}
    >
      <a class="home" href="#introduction">
        Parley API
      </a>
      <search>
        <input
          ref={input}
          type="search"
          aria-label="Search the operations"
          placeholder="Search (Ctrl K)"
          value={question}
          onInput={(event) => setQuestion(event.currentTarget.value)}
        />
        <p class="sr-only" role="status">
          {found && `${found.length} found`}
        </p>
      </search>
      {found ? <Found found={found} /> : <Contents reference={reference} id={id} area={area} />}
    </nav>
  )
}

const Found = ({ found }: { found: Operation[] }) =>
  found.length ? (
    <ul class="found">
      {found.map((operation) => (
        <li key={operation.operationId}>
          <OperationLink operation={operation} isCurrent={false} />
          <p class="path">{operation.path}</p>
        </li>
      ))}
    </ul>
  ) : (
    <p class="muted">Nothing found.</p>
  )

const Contents = ({ reference, id, area }: Pick<NavigationProps, 'reference' | 'id' | 'area'>) => (
  <>
    <p id="group-introduction">Introduction</p>
    <ul aria-labelledby="group-introduction">
      {reference.chapters.map((chapter) => (
        <li key={chapter.id}>
          <a href={`#${chapter.id}`} aria-current={id === chapter.id ? 'page' : undefined}>
            {chapter.title}
          </a>
        </li>
      ))}
    </ul>
    {reference.groups.map(({ name, areas }, index) => (
      <Fragment key={name}>
        <p id={`group-${index}`}>{name}</p>
        <ul aria-labelledby={`group-${index}`}>
          {areas.map((listed) => (
            <li key={listed.id}>
              <a href={`#${listed.id}`} aria-current={id === listed.id ? 'page' : undefined}>
                {listed.title}
              </a>
              {listed === area && (
                <ul aria-label={listed.title}>
                  {listed.operations.map((operation) => (
                    <li key={operation.operationId}>
                      <OperationLink
                        operation={operation}
                        isCurrent={operation.operationId === id}
                      />
                    </li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ul>
      </Fragment>
    ))}
  </>
)

const OperationLink = ({ operation, isCurrent }: { operation: Operation; isCurrent: boolean }) => (
  <a href={`#${operation.operationId}`} aria-current={isCurrent ? 'page' : undefined}>
    <Method method={operation.method} />
    <span>{operation.summary}</span>
  </a>
)

export const Method = ({ method }: { method: string }) => (
  <span class={`method ${method.toLowerCase()}`}>{method}</span>
)
