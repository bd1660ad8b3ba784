import type { Schemas } from '../../lib/api.ts'
import { formatNumber } from '../../lib/format.ts'
import { t } from '../../lib/texts.tsx'

interface SupportedSentencesProps {
  /** null: no sentence was checked. */
  supported: Schemas['SupportedSentences'] | null
}

/** Says how many of a reply's checked sentences its sources support. */
export const SupportedSentences = ({ supported }: SupportedSentencesProps) =>
  supported && (
    <span>
      {t('{supported} of {count, plural, one {# sentence} other {# sentences}} supported', {
        supported: formatNumber(supported.sentences),
        count: supported.of,
      })}
    </span>
  )
