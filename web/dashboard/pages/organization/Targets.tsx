import { Target } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { Button } from '../../components/Button.tsx'
import { TextField } from '../../components/forms/Form.tsx'
import { FormDialog } from '../../components/forms/FormDialog.tsx'
import { useRights } from '../../components/session.tsx'
import { api, dataOf, queries, type Schemas } from '../../lib/api.ts'
import { t } from '../../lib/texts.tsx'

type TimeTargets = Schemas['Organization']['targets']

/** The most minutes that the API takes: a week. */
const MOST_MINUTES = 10_080

/** By when people should answer. */
export function Targets({ targets }: { targets: TimeTargets }) {
  const { isOwner } = useRights()
  const [isChanging, setChanging] = useState(false)
  return (
    <section class="card stack" aria-labelledby="targets">
      <div class="row spread">
        <h2 id="targets">{t('Targets')}</h2>
        {isOwner && (
          <Button icon={Target} onClick={() => setChanging(true)}>
            {t('Set targets')}
          </Button>
        )}
      </div>
      <dl class="facts">
        <dt>{t('First answer')}</dt>
        <dd>{withinOf(targets.first_answer_minutes)}</dd>
        <dt>{t('Next answers')}</dt>
        <dd>{withinOf(targets.next_answer_minutes)}</dd>
      </dl>
      <p class="small muted">
        {t(
          'Minutes count within office hours. The inbox shows first what is late or due first, and the overview how many targets were met.',
        )}
      </p>
      {isChanging && <Changes targets={targets} onClose={() => setChanging(false)} />}
    </section>
  )
}

const withinOf = (count: number | null) =>
  count === null
    ? t('No target')
    : t('{count, plural, one {Within # minute} other {Within # minutes}}', { count })

/** Returns the minutes of a field; null: it is empty. */
const minutesIn = (text: string) => (text.trim() ? Number(text) : null)

function Changes({ targets, onClose }: { targets: TimeTargets; onClose: () => void }) {
  const [first, setFirst] = useState(String(targets.first_answer_minutes ?? ''))
  const [next, setNext] = useState(String(targets.next_answer_minutes ?? ''))
  const save = async () => {
    const changed = {
      first_answer_minutes: minutesIn(first),
      next_answer_minutes: minutesIn(next),
    }
    await dataOf(api.PATCH('/api/v1/organization', { body: { targets: changed } }))
    await queries.invalidateQueries({ queryKey: ['organization'] })
    await queries.invalidateQueries({ queryKey: ['inbox'] })
  }
  const minutes = {
    type: 'number',
    min: 1,
    max: MOST_MINUTES,
    step: 1,
    inputMode: 'numeric',
  } as const
  return (
    <FormDialog
      title={t('Targets')}
      action={t('Save')}
      onSubmit={save}
      done={t('Saved.')}
      onClose={onClose}
    >
      <TextField
        {...minutes}
        label={t('Minutes to the first answer')}
        name="targets.first_answer_minutes"
        hint={t('From the moment when a conversation is handed off to people. Empty: no target.')}
        value={first}
        onChange={setFirst}
      />
      <TextField
        {...minutes}
        label={t('Minutes to each next answer')}
        name="targets.next_answer_minutes"
        hint={t(
          'From the first message that the customer writes after an answer. Empty: no target.',
        )}
        value={next}
        onChange={setNext}
      />
    </FormDialog>
  )
}
