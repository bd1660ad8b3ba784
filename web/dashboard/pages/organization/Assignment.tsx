import { Users } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { Link } from 'wouter-preact'
import { Badge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { SelectField } from '../../components/forms/Form.tsx'
import { FormDialog } from '../../components/forms/FormDialog.tsx'
import { nameOf, useColleagues } from '../../components/people/colleagues.ts'
import { Face } from '../../components/people/Face.tsx'
import { useRights } from '../../components/session.tsx'
import { api, dataOf, queries, type Schemas } from '../../lib/api.ts'
import { rich, t } from '../../lib/texts.tsx'

type Rule = Schemas['Organization']['assignment']

const RULES: readonly (readonly [Rule, string])[] = [
  ['manual', t('By hand: people take them from the queue')],
  ['round_robin', t('Round robin: to each person in turn')],
  ['least_busy', t('Least busy: to the person with the fewest open conversations')],
]

/** How chats that are handed off get their assignee, and who takes part. */
export function Assignment({ rule }: { rule: Rule }) {
  const { isOwner } = useRights()
  const [isChanging, setChanging] = useState(false)
  return (
    <section class="card stack" aria-labelledby="assignment">
      <div class="row spread">
        <h2 id="assignment">{t('Assignment')}</h2>
        {isOwner && (
          <Button icon={Users} onClick={() => setChanging(true)}>
            {t('Set assignment')}
          </Button>
        )}
      </div>
      <p>{RULES.find(([name]) => name === rule)![1]}</p>
      {rule !== 'manual' && <Participants />}
      {isChanging && <Changes rule={rule} onClose={() => setChanging(false)} />}
    </section>
  )
}

/** The people who take chats. */
function Participants() {
  const taking = useColleagues().filter(({ is_active, takes_chats }) => is_active && takes_chats)
  return (
    <>
      {taking.length === 0 ? (
        <p>{t('Nobody takes conversations yet, so all of them stay in the queue.')}</p>
      ) : (
        <ul class="stack participants" aria-label={t('People who take conversations')}>
          {taking.map((person) => (
            <li key={person.id} class="row">
              <Face name={nameOf(person)} photo={person.photo} size="small" />
              {nameOf(person)}
              {!person.is_present && <Badge>{t('Not here')}</Badge>}
            </li>
          ))}
        </ul>
      )}
      <p class="small muted">
        {rich(
          'New conversations go to people who have the dashboard open. Choose them under <a>Members</a>; in the inbox, everybody can say that they are away.',
          { a: (words) => <Link href="/people">{words}</Link> },
        )}
      </p>
    </>
  )
}

function Changes({ rule, onClose }: { rule: Rule; onClose: () => void }) {
  const [assignment, choose] = useState<Rule>(rule)
  const save = async () => {
    await dataOf(api.PATCH('/api/v1/organization', { body: { assignment } }))
    await queries.invalidateQueries({ queryKey: ['organization'] })
    await queries.invalidateQueries({ queryKey: ['availability'] })
  }
  return (
    <FormDialog
      title={t('Assignment')}
      action={t('Save')}
      onSubmit={save}
      done={t('Saved.')}
      disabled={assignment === rule}
      onClose={onClose}
    >
      <SelectField
        label={t('Conversations that are handed off to people go')}
        name="assignment"
        value={assignment}
        onChange={(value) => choose(value as Rule)}
        options={RULES}
        hint={t(
          'Conversations stay in the queue while nobody who takes conversations has the dashboard open.',
        )}
      />
    </FormDialog>
  )
}
