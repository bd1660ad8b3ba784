import { useQuery } from '@tanstack/preact-query'
import { Link, useSearchParams } from 'wouter-preact'
import { api, dataOf, type Schemas } from '../../../lib/api.ts'
import { formatNumber } from '../../../lib/format.ts'
import { t } from '../../../lib/texts.tsx'

export type Need = keyof Schemas['KnowledgeNeeds']

/** Reasons why entries need attention: the reason's name, its meaning, and what to do. */
const NEEDS: readonly (readonly [Need, string, string])[] = [
  [
    'stale',
    t('Out of date'),
    t(
      'Pages that were not read for 30 days or can no longer be read, and other entries that nobody changed for a year. Check them, and reindex pages or let them refresh.',
    ),
  ],
  [
    'unread',
    t('Never retrieved'),
    t(
      'No reply found these for 30 days. Use the words that customers use, name synonyms, or delete what nobody asks for.',
    ),
  ],
  [
    'uncited',
    t('Never cited'),
    t(
      'Replies found these in the last 30 days, but did not answer from them. Say in the first sentence what they answer.',
    ),
  ],
  [
    'contradicting',
    t('Contradicting'),
    t('Entries with a sentence that another entry contradicts.'),
  ],
  [
    'words_only',
    t('Found by words only'),
    t('These are not embedded yet: “vehicles” does not find “cars”. Workers embed them by and by.'),
  ],
]

/** Reads a reason from the address; undefined: none, or an unknown reason. */
export const needIn = (given: string | null): Need | undefined =>
  NEEDS.find(([need]) => need === given)?.[0]

const STALE_MS = 60_000

/**
 * The reasons for attention with their counts. Each reason filters the list. Shows nothing if no
 * entry needs attention.
 */
export function Needs({ chosen }: { chosen: Need | undefined }) {
  const [parameters] = useSearchParams()
  const { data } = useQuery({
    queryKey: ['knowledge', 'needs'],
    queryFn: () => dataOf(api.GET('/api/v1/knowledge/needs')),
    staleTime: STALE_MS,
  })
  const shown = NEEDS.filter(([need]) => data?.[need] || need === chosen)
  if (shown.length === 0) return null
  const addressOf = (need: Need) => {
    const changed = new URLSearchParams(parameters)
    if (need === chosen) changed.delete('needs')
    else changed.set('needs', need)
    return `/knowledge?${changed}`.replace(/\?$/, '')
  }
  return (
    <nav class="knowledge-needs" aria-labelledby="knowledge-needs">
      <h2 id="knowledge-needs">{t('Needs attention')}</h2>
      <div class="row">
        {shown.map(([need, name]) => (
          <Link
            key={need}
            href={addressOf(need)}
            class="knowledge-need"
            aria-current={need === chosen ? 'true' : undefined}
          >
            {name}
            <span class="knowledge-count">{formatNumber(data?.[need] ?? 0)}</span>
          </Link>
        ))}
      </div>
      {chosen && <p class="small muted">{NEEDS.find(([need]) => need === chosen)?.[2]}</p>}
    </nav>
  )
}
