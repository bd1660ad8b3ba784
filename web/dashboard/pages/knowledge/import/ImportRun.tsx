import { Download, Pause, Play } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { Button, ButtonLink } from '../../../components/Button.tsx'
import { Confirm } from '../../../components/Dialog.tsx'
import { ErrorNotice, Notice } from '../../../components/Notice.tsx'
import { useCounts } from '../../../components/records/entries.ts'
import { formatNumber } from '../../../lib/format.ts'
import { t } from '../../../lib/texts.tsx'
import { Progress } from '../State.tsx'
import { BadRows } from './BadRows.tsx'
import { type BadRow, downloadRows } from './csv.ts'
import {
  closeImport,
  type Import,
  isTooOld,
  pauseImport,
  restOf,
  resumeImport,
} from './importer.ts'

/** An import: its progress, its refused rows, and buttons to pause and resume it. */
export function ImportRun({ running }: { running: Import }) {
  const { kept, done, refused, state, problem } = running
  const [isClosing, setClosing] = useState(false)
  const { data: counts } = useCounts()
  const rest = restOf(running)
  const total = kept.rows.length
  const beingRead = counts?.entries.kinds.qa.processing ?? 0
  const tooOld = state !== 'ended' && isTooOld(running)
  const left = rest.map(
    ({ line, question, answer }): BadRow => ({ line, question, answer, reason: t('Not sent.') }),
  )
  return (
    <div class="stack">
      <section class="card stack" aria-label={t('Import of {name}', { name: kept.name })}>
        <h2>{kept.name}</h2>
        <Progress
          done={done.size + refused.length}
          total={total}
          text={
            refused.length
              ? t('{done, number} of {total, number} added, {refused, number} refused', {
                  done: done.size,
                  total,
                  refused: refused.length,
                })
              : t('{done, number} of {total, number} added', { done: done.size, total })
          }
        />
        {state === 'running' && problem && (
          <Notice kind="warn">
            {problem.message} {t('The import continues by itself in a moment.')}
          </Notice>
        )}
        {state === 'running' && (
          <p class="muted">
            {t('You can use other pages of the dashboard during the import. Keep this tab open.')}
          </p>
        )}
        {state === 'paused' && problem && <ErrorNotice error={problem} />}
        {state === 'paused' && !tooOld && (
          <Notice>
            {t('{rest, number} left. Questions that were added are not added again.', {
              rest: rest.length,
            })}
          </Notice>
        )}
        {tooOld && (
          <Notice kind="warn">
            {t(
              'This import started over 23 hours ago, so resuming it could add questions twice. Download the remaining rows and import them instead.',
            )}
          </Notice>
        )}
        {state === 'ended' && (
          <div role="status">
            <Notice kind="good">
              {done.size === 1
                ? t('1 question was added.')
                : t('{size} questions were added.', { size: formatNumber(done.size) })}{' '}
              {beingRead > 0
                ? t('{beingread} are still processing. Agents can use the others.', {
                    beingread: formatNumber(beingRead),
                  })
                : t('Agents can use them.')}
            </Notice>
          </div>
        )}
        <div class="actions">
          {state === 'running' && (
            <Button icon={Pause} onClick={pauseImport}>
              {t('Pause')}
            </Button>
          )}
          {state === 'paused' && (
            <>
              <Button onClick={() => setClosing(true)}>{t('Stop import')}</Button>
              {tooOld ? (
                <Button icon={Download} onClick={() => downloadRows(`left-of-${kept.name}`, left)}>
                  {t('Download remaining rows')}
                </Button>
              ) : (
                <Button kind="primary" icon={Play} onClick={resumeImport}>
                  {t('Resume')}
                </Button>
              )}
            </>
          )}
          {state === 'ended' && (
            <>
              <Button onClick={closeImport}>{t('Import another table')}</Button>
              <ButtonLink to="/knowledge?kind=qa" kind="primary">
                {t('View questions')}
              </ButtonLink>
            </>
          )}
        </div>
      </section>
      {refused.length > 0 && (
        <section class="stack" aria-labelledby="refused">
          <div class="row spread">
            <h2 id="refused">{t('Refused')}</h2>
            <Button icon={Download} onClick={() => downloadRows(`refused-${kept.name}`, refused)}>
              {t('Download these rows')}
            </Button>
          </div>
          <BadRows label={t('Rows that were refused')} rows={refused} />
        </section>
      )}
      {isClosing && (
        <Confirm
          title={t('Stop the import?')}
          action={t('Stop import')}
          onConfirm={closeImport}
          onClose={() => setClosing(false)}
        >
          <p>
            {t(
              '{done, number} added, {rest, number} left. The added questions stay; the others will not be added.',
              { done: done.size, rest: rest.length },
            )}
          </p>
        </Confirm>
      )}
    </div>
  )
}
