import { Link } from 'wouter-preact'
import { Badge } from '../../../components/Badge.tsx'
import { Loading } from '../../../components/Loading.tsx'
import { ErrorNotice } from '../../../components/Notice.tsx'
import { type FieldsProps, LABELS } from '../../../components/records/agentDraft.ts'
import { rich, t } from '../../../lib/texts.tsx'
import { useTools } from '../../../lib/tools.ts'

/** The most tools of an agent. */
const MOST = 16

/** Lets the user choose the tools that an agent may call. */
export function ToolFields({ draft, onChange }: FieldsProps) {
  const { data: tools, error, refetch } = useTools()
  if (error) return <ErrorNotice error={error} onRetry={refetch} />
  if (!tools) return <Loading what={t('Loading tools …')} />
  if (tools.length === 0)
    return (
      <p class="small muted">
        {rich('There are no tools yet. Owners create them on the page <page>Tools</page>.', {
          page: (words) => <Link href="/tools">{words}</Link>,
        })}
      </p>
    )
  const chosen = draft.tool_ids.split('\n').filter(Boolean)
  const toggle = (id: string, on: boolean) =>
    onChange({
      tool_ids: (on ? [...chosen, id] : chosen.filter((one) => one !== id)).join('\n'),
    })
  return (
    <fieldset class="stack" name="tool_ids">
      <legend class="label">{LABELS.tool_ids}</legend>
      <div class="agent-choices">
        {tools.map(({ id, title, effect, is_active }) => (
          <label class="check" key={id}>
            <input
              type="checkbox"
              checked={chosen.includes(id)}
              disabled={chosen.length >= MOST && !chosen.includes(id)}
              onChange={({ currentTarget }) => toggle(id, currentTarget.checked)}
            />
            <span class="row">
              {title}
              {effect === 'write' && <Badge kind="warn">{t('Changes something')}</Badge>}
              {!is_active && <Badge>{t('Off')}</Badge>}
            </span>
          </label>
        ))}
      </div>
      {chosen.length >= MOST && (
        <p class="hint">{t('An agent has at most {most} tools.', { most: MOST })}</p>
      )}
    </fieldset>
  )
}
