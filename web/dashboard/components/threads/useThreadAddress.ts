import { useRights } from '../session.tsx'

/**
 * Returns the function that gives the address of a thread's page, at a message if one is named:
 * among the conversations, or in the inbox for users who see nothing else.
 */
export function useThreadAddress(): (id: string, messageId?: string) => string {
  const { seesAll } = useRights()
  return (id, messageId) =>
    seesAll
      ? `/conversations/${id}${messageId ? `?message=${messageId}` : ''}`
      : `/inbox/${id}?filter=all`
}
