import { useEffect, useRef } from 'preact/hooks'
import { Badge } from '../../../components/Badge.tsx'
import { Button } from '../../../components/Button.tsx'
import { Form } from '../../../components/forms/Form.tsx'
import { Notice } from '../../../components/Notice.tsx'
import {
  type Conflict,
  type Draft,
  LABELS,
  labelOf,
} from '../../../components/records/agentDraft.ts'
import { t } from '../../../lib/texts.tsx'
import { AgentFields } from './AgentFields.tsx'
import type { AgentDraft } from './useAgentDraft.ts'

/** The form for the settings, with a bar that lists unsaved changes. */
export function EditAgent({ editing }: { editing: AgentDraft }) {
  const { draft, conflicts, changes, isDirty, change, discard, save } = editing
  return (
    <div class="agent-form">
      <Form
        action={t('Save')}
        onSubmit={save}
        disabled={!isDirty}
        more={
          isDirty && (
            <>
              <p class="unsaved" role="status">
                <Badge kind="warn">{t('Unsaved')}</Badge>{' '}
                <span class="small muted">{Object.keys(changes).map(labelOf).join(', ')}</span>
              </p>
              <Button onClick={discard}>{t('Discard')}</Button>
            </>
          )
        }
      >
        <AgentFields draft={draft} onChange={change} />
        {conflicts && <ConflictNotice conflicts={conflicts} isDirty={isDirty} onTake={change} />}
      </Form>
    </div>
  )
}

/** Shows the changes of another user, and lets the user choose between two values. */
function ConflictNotice({
  conflicts,
  isDirty,
  onTake,
}: {
  conflicts: readonly Conflict[]
  isDirty: boolean
  onTake: (fields: Partial<Draft>) => void
}) {
  const shown = (value: string | boolean) =>
    typeof value === 'boolean' ? (value ? t('Yes') : t('No')) : value || t('(empty)')
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.scrollIntoView({ block: 'center' }), [conflicts])
  return (
    <div role="alert" ref={notice}>
      <Notice kind="warn">
        <p>
          {t('Somebody else has changed this agent, so your changes are not saved yet.')}{' '}
          {isDirty && t('Review both, then save.')}
        </p>
        {conflicts.length > 0 && (
          <ul class="conflicts">
            {conflicts.map(({ name, theirs, mine }) => (
              <li key={name}>
                <strong>{LABELS[name]}</strong>
                <dl class="facts">
                  <dt>{t('Theirs (saved)')}</dt>
                  <dd>{shown(theirs)}</dd>
                  <dt>{t('Yours')}</dt>
                  <dd>{shown(mine)}</dd>
                </dl>
                <Button onClick={() => onTake({ [name]: theirs })}>{t('Use theirs')}</Button>
              </li>
            ))}
          </ul>
        )}
      </Notice>
    </div>
  )
}
