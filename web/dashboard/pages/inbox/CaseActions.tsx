import {
  CircleCheck,
  CornerUpLeft,
  Ellipsis,
  Hand,
  UserRoundMinus,
  UserRoundPlus,
} from 'lucide-preact'
import { Button } from '../../components/Button.tsx'
import { Menu } from '../../components/lists/Menu.tsx'
import { t } from '../../lib/texts.tsx'
import type { Asked } from './Dialogs.tsx'
import type { TakeState } from './taking.ts'

/** The actions for an open case: the most likely action as a button, the others in a menu. */
export function CaseActions({
  taking,
  onAsk,
}: {
  taking: TakeState
  onAsk: (what: Asked) => void
}) {
  const { state, isBusy, assignee, take, release } = taking
  const fromMenu = (act: () => void) => (event: MouseEvent) => {
    // The menu closes first, so that the focus returns to its button.
    ;(event.currentTarget as HTMLElement).closest<HTMLElement>('[popover]')?.hidePopover()
    act()
  }
  return (
    <>
      {state === 'mine' ? (
        <Button icon={CornerUpLeft} onClick={() => onAsk('return')}>
          {t('Return to agent')}
        </Button>
      ) : (
        <Button
          kind={state === 'nobody' ? 'primary' : 'plain'}
          icon={Hand}
          busy={isBusy}
          onClick={take}
        >
          {state === 'other'
            ? t('Take over from {name}', { name: assignee! })
            : state === 'agent'
              ? t('Take over')
              : t('Take')}
        </Button>
      )}
      <Menu name={t('More actions')} icon={Ellipsis} isBrief>
        {state !== 'agent' && (
          <Button kind="quiet" icon={UserRoundPlus} onClick={fromMenu(() => onAsk('assign'))}>
            {t('Assign …')}
          </Button>
        )}
        {(state === 'mine' || state === 'other') && (
          <Button kind="quiet" icon={UserRoundMinus} onClick={fromMenu(release)}>
            {t('Put back in the queue')}
          </Button>
        )}
        {(state === 'nobody' || state === 'other') && (
          <Button kind="quiet" icon={CornerUpLeft} onClick={fromMenu(() => onAsk('return'))}>
            {t('Return to agent')}
          </Button>
        )}
        <Button kind="quiet" icon={CircleCheck} onClick={fromMenu(() => onAsk('close'))}>
          {t('Close')}
        </Button>
      </Menu>
    </>
  )
}
