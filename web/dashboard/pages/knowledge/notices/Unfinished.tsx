import { ButtonLink } from '../../../components/Button.tsx'
import { Notice } from '../../../components/Notice.tsx'
import { useUser } from '../../../components/session.tsx'
import { formatNumber } from '../../../lib/format.ts'
import { t } from '../../../lib/texts.tsx'
import { useImport } from '../import/importer.ts'

/** Shows that an import is running, or was interrupted. */
export function Unfinished() {
  const running = useImport(useUser().id)
  if (!running || running.state === 'ended') return null
  const { kept, done, state } = running
  const far = {
    name: kept.name,
    done: formatNumber(done.size),
    total: formatNumber(kept.rows.length),
  }
  return (
    <div class="knowledge-note">
      <Notice>
        <div class="row spread">
          <span>
            {state === 'running'
              ? t('Importing {name}: {done} of {total} questions added.', far)
              : t('The import of {name} is not finished: {done} of {total} questions added.', far)}
          </span>
          <ButtonLink to="/knowledge/import">
            {state === 'running' ? t('View') : t('Resume')}
          </ButtonLink>
        </div>
      </Notice>
    </div>
  )
}
