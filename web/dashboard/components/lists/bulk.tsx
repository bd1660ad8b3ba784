import { type LucideIcon, Trash2, X } from 'lucide-preact'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { t } from '../../lib/texts.tsx'
import { Button } from '../Button.tsx'
import { Confirm } from '../Dialog.tsx'
import { ErrorNotice } from '../Notice.tsx'
import { showToast } from '../Toasts.tsx'
import { useAction } from '../useAction.ts'

/** The selected rows of a list, by their keys. */
export interface Selection {
  selected: ReadonlySet<string>
  select: (keys: readonly string[], isSelected: boolean) => void
}

/**
 * Keeps a selection.
 * @param shown the keys of the loaded rows; a selected row that is gone no longer counts
 */
export function useSelection(shown: readonly string[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const select = (keys: readonly string[], isSelected: boolean) =>
    setChosen((before) => {
      const after = new Set(before)
      for (const key of keys) isSelected ? after.add(key) : after.delete(key)
      return after
    })
  return { selected: new Set(shown.filter((key) => chosen.has(key))), select }
}

/** Requests that run at the same time. */
const AT_ONCE = 4

/**
 * Runs an action for many rows, a few at a time. A failure does not stop the others.
 * @param onProgress called with the number of finished rows
 * @throws the first error, after all have been tried
 */
async function forEach(
  keys: readonly string[],
  act: (key: string) => Promise<unknown>,
  onProgress: (done: number) => void,
): Promise<void> {
  const waiting = [...keys]
  const errors: unknown[] = []
  let done = 0
  const work = async () => {
    for (let key = waiting.shift(); key !== undefined; key = waiting.shift()) {
      try {
        await act(key)
      } catch (error) {
        errors.push(error)
      }
      onProgress(++done)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  if (errors.length > 0) throw errors[0]
}

/** The actions for the selected rows. Shows nothing if no row is selected. */
export function BulkActions({
  selection: { selected, select },
  children,
}: {
  selection: Selection
  children: ComponentChildren
}) {
  if (selected.size === 0) return null
  return (
    <div class="bulk">
      <span role="status">
        {t('{count, plural, one {# selected} other {# selected}}', { count: selected.size })}
      </span>
      {children}
      <Button
        kind="quiet"
        icon={X}
        label={t('Clear selection')}
        onClick={() => select([...selected], false)}
      />
    </div>
  )
}

interface EachProps {
  selection: Selection
  act: (key: string) => Promise<unknown>
  /** Called after all have been tried, even if some have failed. */
  onTried: () => unknown
  /** Called if all have succeeded. */
  onDone: (count: number) => void
  /** The button's text. */
  action: string
}

/** A button that runs an action for each selected row without asking. */
export function EachButton({ icon, ...props }: EachProps & { icon: LucideIcon }) {
  const { selection, action, act, onTried, onDone } = props
  const { busy, error, run } = useAction(async () => {
    const keys = [...selection.selected]
    await forEach(keys, act, () => undefined).finally(onTried)
    selection.select(keys, false)
    onDone(keys.length)
  })
  return (
    <>
      <Button icon={icon} busy={busy} onClick={run}>
        {action}
      </Button>
      {error !== undefined && <ErrorNotice error={error} />}
    </>
  )
}

interface ConfirmEachProps extends EachProps {
  /** @param count the number of selected rows */
  title: (count: number) => string
  onClose: () => void
  children: ComponentChildren
}

/** A dialog that asks before it runs an action for each selected row, and shows the progress. */
export function ConfirmEach(props: ConfirmEachProps) {
  const { selection, title, action, act, onTried, onDone, onClose, children } = props
  // Deleted rows leave the selection, so the dialog keeps the rows that it was opened for.
  const [keys] = useState(() => [...selection.selected])
  const [done, setDone] = useState(0)
  const run = async () => {
    setDone(0)
    await forEach(keys, act, setDone).finally(onTried)
    selection.select(keys, false)
    onDone(keys.length)
  }
  return (
    <Confirm title={title(keys.length)} action={action} onConfirm={run} onClose={onClose}>
      <p>{children}</p>
      {done > 0 && <p role="status">{t('{done} of {all} done', { done, all: keys.length })}</p>}
    </Confirm>
  )
}

interface ConfirmSelectedProps
  extends Pick<
    ConfirmEachProps,
    'selection' | 'action' | 'title' | 'act' | 'onTried' | 'children'
  > {
  /** The message after every row has succeeded. */
  done: (count: number) => string
}

/** The only action for the selected rows, with a confirmation, for what cannot be undone. */
export function ConfirmSelected({ done, ...props }: ConfirmSelectedProps) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <BulkActions selection={props.selection}>
        <Button kind="danger" icon={Trash2} onClick={() => setAsking(true)}>
          {props.action}
        </Button>
      </BulkActions>
      {isAsking && (
        <ConfirmEach
          {...props}
          onDone={(count) => showToast(done(count))}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
