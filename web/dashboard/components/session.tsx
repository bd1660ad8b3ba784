import { useQuery } from '@tanstack/preact-query'
import { type ComponentChildren, createContext } from 'preact'
import { useContext, useEffect, useState } from 'preact/hooks'
import {
  ApiError,
  api,
  dataOf,
  keepCsrfToken,
  queries,
  REFUSED,
  type Schemas,
  SESSION_ENDED,
} from '../lib/api.ts'
import { Loading } from './Loading.tsx'
import { ErrorNotice } from './Notice.tsx'

type User = Schemas['User']

const KEY = ['session']
const ALL_ELSE = {
  predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] !== KEY[0],
}
const signedInUser = createContext<User | undefined>(undefined)

/** Returns the signed-in user. */
export const useUser = () => useContext(signedInUser)!

/** Returns the signed-in user's rights. The API checks them, too. */
export function useRights() {
  const { role } = useUser()
  return {
    /** Whether they may write to customers, and take, assign and close chats. */
    mayAnswer: role !== 'viewer',
    /** Whether they may change the organization's data. */
    mayChange: role === 'owner' || role === 'editor',
    isOwner: role === 'owner',
    /** Whether they see more than the inbox, customers and their own account. */
    seesAll: role !== 'agent',
  }
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

/**
 * Signs in.
 * @param organization needed if several organizations have a user with this address and password
 * @param code of the authenticator app, if the user has one
 */
export async function signIn(
  email: string,
  password: string,
  organization?: string,
  code?: string,
): Promise<void> {
  const body = { email, password, ...(organization && { organization }), ...(code && { code }) }
  enter(await dataOf(api.POST('/dashboard/session', { body })))
}

/**
 * Signs in with a passkey. Loads its script now.
 * @returns false: the browser's authenticator gave no answer
 */
export async function signInByPasskey(): Promise<boolean> {
  const { options } = await dataOf(api.POST('/dashboard/passkey'))
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const response = await startAuthentication({ optionsJSON: options as never }).catch(
    () => undefined,
  )
  if (!response) return false
  enter(
    await dataOf(api.POST('/dashboard/passkey/finish', { body: { response: response as never } })),
  )
  return true
}

/** The user who has signed in on this page, and not only come back after their session ended. */
let enteredUserId: string | undefined

/** Starts a session. Drops the cache of another user, and refreshes the cache of the same user. */
export function enter(signedIn: Schemas['SignedIn']): void {
  const isBack = signedIn.user.id === endedUser?.id
  if (!isBack) enteredUserId = signedIn.user.id
  if (!isBack) queries.removeQueries(ALL_ELSE)
  keepUser(signedIn)
  if (isBack) queries.invalidateQueries(ALL_ELSE)
}

/** Replaces the signed-in user's record, for example after a change of name. */
export function keepUser({ user, csrf_token }: Schemas['SignedIn']): void {
  endedUser = undefined
  keepCsrfToken(csrf_token)
  queries.setQueryData(KEY, user)
}

/** The user whose session ended while the page was open. */
let endedUser: User | undefined
export const hasEnded = () => endedUser !== undefined

export async function signOut(): Promise<void> {
  await dataOf(api.DELETE('/dashboard/session'))
  forgetSession()
}

/**
 * Ends the session in this page. If it ended by itself, the same user may come back, so the cache
 * is kept.
 */
export function forgetSession(itEnded = false): void {
  endedUser = itEnded ? (queries.getQueryData<User | null>(KEY) ?? endedUser) : undefined
  keepCsrfToken(undefined)
  if (!itEnded) queries.removeQueries(ALL_ELSE)
  queries.setQueryData(KEY, null)
}

interface SessionProps {
  otherwise: ComponentChildren
  /** Asks a user for their name, once they have signed in. @param skip goes on without a name */
  askName: (skip: () => void) => ComponentChildren
  children: ComponentChildren
}

/**
 * Shows `children` to the signed-in user, and `otherwise` to everybody else. When a session ends,
 * its page stays hidden with everything that the user was writing, until they sign in again.
 */
export function Session({ otherwise, askName, children }: SessionProps) {
  const [skippedFor, skipFor] = useState<string>()
  const {
    data: user,
    error,
    refetch,
  } = useQuery({ queryKey: KEY, queryFn: readSession, staleTime: 60_000 })
  useEffect(watchForEnd, [])
  // A short loss of the connection must not remove the page and what the user has written in it.
  if (error && !user)
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
  const shown = user ?? endedUser
  const isUnnamed = user?.name === null && ![undefined, skippedFor].includes(enteredUserId)
  return (
    <>
      {!user && otherwise}
      {isUnnamed && askName(() => skipFor(user.id))}
      {shown && (
        <div key={shown.id} hidden={!user || isUnnamed}>
          <signedInUser.Provider value={shown}>{children}</signedInUser.Provider>
        </div>
      )}
    </>
  )
}

/**
 * Watches for answers which show that the session has ended or that the user's role has changed.
 */
function watchForEnd(): () => void {
  const ended = () => forgetSession(true)
  const refused = () => queries.invalidateQueries({ queryKey: KEY })
  addEventListener(SESSION_ENDED, ended)
  addEventListener(REFUSED, refused)
  return () => {
    removeEventListener(SESSION_ENDED, ended)
    removeEventListener(REFUSED, refused)
  }
}

/**
 * Calls `leave` when the user's session ends, because background work must not continue as another
 * user.
 */
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
