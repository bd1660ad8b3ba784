import { Button } from '../../../components/Button.tsx'
import { t } from '../../../lib/texts.tsx'

/** A reply that was begun before the user could no longer write to the customer. */
export interface HeldReply {
  /** Gives the conversation to the user; undefined: nobody can have it, because it is closed. */
  take: (() => void) | undefined
  isTaking: boolean
  /** The colleague who has it; undefined: its agent. */
  from: string | undefined
}

interface RefusalProps {
  refusal: string
  held: HeldReply | undefined
}

/** Says why the user cannot write to the customer, and that the reply they began is kept. */
export function Refusal({ refusal, held }: RefusalProps) {
  return (
    <div class="row spread case-hint small" role="status">
      <span>
        {refusal} {held && t('Your draft is kept.')}
      </span>
      {held?.take && (
        <Button busy={held.isTaking} onClick={held.take}>
          {held.from ? t('Take back') : t('Take over')}
        </Button>
      )}
    </div>
  )
}
