import { useQuery } from '@tanstack/preact-query'
import { type ComponentChildren, createContext } from 'preact'
import { useContext, useEffect } from 'preact/hooks'
import { ApiError, api, dataOf, keepCsrfToken, queries, type Schemas } from './api.ts'
import { Loading } from './components/Loading.tsx'
import { ErrorNotice } from './components/Notice.tsx'

type User = Schemas['User']

const KEY = ['session']
const signedInUser = createContext<User | undefined>(undefined)

/** Whoever is signed in. */
export const useUser = () => useContext(signedInUser)!

/** What the signed-in user may do; the API says so as well. */
export function useRights() {
  const { role } = useUser()
  return { mayChange: role !== 'viewer', isOwner: role === 'owner' }
}

async function readSession(): Promise<User | null> {
  try {
    const { user, csrf_token } = await dataOf(api.GET('/dashboard/session'))
    keepCsrfToken(csrf_token)
    return user
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  }
}

export async function signIn(email: string, password: string): Promise<void> {
  const { user, csrf_token } = await dataOf(api.POST('/dashboard/session', { body: { email, password } }))
  keepCsrfToken(csrf_token)
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== KEY[0] })
  queries.setQueryData(KEY, user)
}

export async function signOut(): Promise<void> {
  await dataOf(api.DELETE('/dashboard/session'))
  forgetSession()
}

/** Nobody is signed in any more, here: what was read goes, and the page asks to sign in. */
export function forgetSession(): void {
  keepCsrfToken(undefined)
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== KEY[0] })
  queries.setQueryData(KEY, null)
}

/** Its children for whoever is signed in, and something else for everybody else: the address stays, so they come back to it. */
export function Session({
  otherwise,
  children,
}: {
  otherwise: ComponentChildren
  children: ComponentChildren
}) {
  const { data: user, error, refetch } = useQuery({ queryKey: KEY, queryFn: readSession, staleTime: 60_000 })
  useEffect(watchForEnd, [])
  if (error)
    return (
      <main class="alone">
        <ErrorNotice error={error} onRetry={refetch} />
      </main>
    )
  if (user === undefined)
    return (
      <main class="alone">
        <Loading />
      </main>
    )
  if (!user) return <>{otherwise}</>
  return <signedInUser.Provider value={user}>{children}</signedInUser.Provider>
}

/** A session can end at any request: by its age, or because somebody ended it. */
function watchForEnd(): () => void {
  const ended = (error: unknown) => error instanceof ApiError && error.status === 401
  const stopQueries = queries.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error' && ended(event.action.error))
      forgetSession()
  })
  const stopMutations = queries.getMutationCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error' && ended(event.action.error))
      forgetSession()
  })
  return () => {
    stopQueries()
    stopMutations()
  }
}

/** Calls when whoever was signed in is so no more: what goes on in the background must not go on as somebody else. */
export function onLeaving(leave: () => void): void {
  const idNow = () => queries.getQueryData<User | null>(KEY)?.id
  let id = idNow()
  queries.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] !== KEY[0]) return
    const before = id
    id = idNow()
    if (before !== undefined && id !== before) leave()
  })
}
