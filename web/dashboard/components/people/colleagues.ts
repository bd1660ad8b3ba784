import { useQuery } from '@tanstack/preact-query'
import { useEffect, useRef } from 'preact/hooks'
import { answerOf, api, queries, type Schemas } from '../../lib/api.ts'
import { t } from '../../lib/texts.tsx'
import { useUser } from '../session.tsx'

export type Colleague = Schemas['Person']

const COLLEAGUES = ['people', 'colleagues']
/** The most colleagues that are read, 100 at a time. */
const MAX_COLLEAGUES = 2_000

export const nameOf = ({ name, email }: Pick<Colleague, 'name' | 'email'>) => name ?? email

const useColleagueList = () =>
  useQuery({ queryKey: COLLEAGUES, queryFn: readAll, staleTime: 60_000 })

/** Returns the users of the organization, whose names chats show. */
export const useColleagues = (): readonly Colleague[] => useColleagueList().data ?? []

async function readAll(): Promise<Colleague[]> {
  const all: Colleague[] = []
  let after: string | undefined
  do {
    const query = { limit: 100, ...(after && { after }) }
    const { data, pagination } = await answerOf(api.GET('/api/v1/users', { params: { query } }))
    all.push(...data)
    after = pagination.next_cursor ?? undefined
  } while (after && all.length < MAX_COLLEAGUES)
  return all
}

/** Ids for which the list was read again. The id of a removed user would cause it again and again. */
const sought = new Set<string>()

/**
 * Returns a function that names a user: by their name, or else by their address. The reader is
 * "You". Somebody who has joined since the list was read causes it to be read again.
 */
export function useNames(): (userId: string) => string {
  const me = useUser()
  const { data: colleagues, isLoading } = useColleagueList()
  const unknown = useRef(new Set<string>())
  useEffect(() => {
    const joined = [...unknown.current].filter((id) => !sought.has(id))
    unknown.current.clear()
    if (joined.length === 0) return
    for (const id of joined) sought.add(id)
    void queries.invalidateQueries({ queryKey: COLLEAGUES })
  })
  return (id) => {
    if (id === me.id) return t('You')
    const found = colleagues?.find((colleague) => colleague.id === id)
    if (found) return nameOf(found)
    if (colleagues) unknown.current.add(id)
    return isLoading ? '…' : t('Someone in your organization')
  }
}
