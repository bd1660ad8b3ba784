import { useSearchParams } from 'wouter-preact'

/**
 * Keeps the dialog for a new record in the address: `?new`, or `?new=files` where there are
 * several. So links and the palette can open it.
 * @returns the value of `new=`, or '' without a value; undefined: no dialog
 */
export function useNew(): [string | undefined, (what: string | undefined) => void] {
  const [search, setSearch] = useSearchParams()
  const change = (what: string | undefined) =>
    setSearch(
      (before) => {
        if (what === undefined) before.delete('new')
        else before.set('new', what)
        return before
      },
      { replace: what === undefined },
    )
  return [search.get('new') ?? undefined, change]
}
