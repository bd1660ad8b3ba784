import type { Schemas } from '../../lib/api.ts'
import { formatNumber } from '../../lib/format.ts'
import { t } from '../../lib/texts.tsx'

/** How many answers of people met their targets; nothing while none had one. */
export const OnTime = ({ figures }: { figures: Schemas['HandoffFigures'] }) => (
  <>
    <Met
      name={t('First answers on time')}
      met={figures.first_answers_met}
      missed={figures.first_answers_missed}
    />
    <Met
      name={t('Next answers on time')}
      met={figures.next_answers_met}
      missed={figures.next_answers_missed}
    />
  </>
)

const Met = ({ name, met, missed }: { name: string; met: number; missed: number }) =>
  met + missed > 0 ? (
    <>
      <dt>{name}</dt>
      <dd>{t('{met} of {all}', { met: formatNumber(met), all: formatNumber(met + missed) })}</dd>
    </>
  ) : null
