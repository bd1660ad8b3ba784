import { RotateCcw, Send } from 'lucide-preact'
import { useSearchParams } from 'wouter-preact'
import { Button } from '../../../components/Button.tsx'
import { Empty } from '../../../components/Empty.tsx'
import { useSelection } from '../../../components/lists/bulk.tsx'
import { useOpened } from '../../../components/lists/Drawer.tsx'
import { useSorting } from '../../../components/lists/sorting.ts'
import { type Column, PagedTable } from '../../../components/lists/Table.tsx'
import type { Endpoint } from '../../../components/records/endpoints.ts'
import { Time } from '../../../components/Time.tsx'
import { formatExact } from '../../../lib/format.ts'
import { t } from '../../../lib/texts.tsx'
import { type Delivery, type DeliveryState, useDeliveries } from '../deliveries.ts'
import { descriptionOf } from '../eventTypes.ts'
import { Answer, DeliveryStatus } from '../states.tsx'
import { DeliveryDrawer } from './DeliveryDrawer.tsx'
import { RetrySelected } from './RetrySelected.tsx'

const STATES: readonly (readonly [DeliveryState | '', string])[] = [
  ['', t('All')],
  ['delivered', t('Delivered')],
  ['pending', t('Waiting')],
  ['failed', t('Failed')],
  ['skipped', t('Skipped')],
]

/** The deliveries to an endpoint, by state. */
export function Deliveries({ endpoint, onReplay }: { endpoint: Endpoint; onReplay: () => void }) {
  const [params, setParams] = useSearchParams()
  const { opened, open, close } = useOpened('delivery')
  const state = STATES.find(([one]) => one !== '' && one === params.get('status'))?.[0] || undefined
  const { sorting, sort } = useSorting(['created_at'], { by: 'created_at', order: 'desc' })
  const pages = useDeliveries(endpoint.id, state, sorting.order)
  const selection = useSelection(pages.rows.map(({ id }) => id))
  const choose = (chosen: string) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        if (chosen) next.set('status', chosen)
        else next.delete('status')
        return next
      },
      { replace: true },
    )
  return (
    <div class="stack deliveries">
      <div class="row spread">
        <h2>{t('Deliveries')}</h2>
        <Button icon={RotateCcw} onClick={onReplay}>
          {t('Replay events')}
        </Button>
      </div>
      <fieldset class="segments">
        <legend class="sr-only">{t('Status')}</legend>
        {STATES.map(([choice, name]) => (
          <label key={choice}>
            <input
              type="radio"
              name="status"
              checked={(state ?? '') === choice}
              onChange={() => choose(choice)}
            />
            <span>{name}</span>
          </label>
        ))}
      </fieldset>
      <PagedTable
        label={t('Deliveries')}
        columns={COLUMNS}
        pages={pages}
        keyOf={({ id }) => id}
        remember="deliveries"
        sorting={sorting}
        onSort={sort}
        onOpen={({ id }) => open(id)}
        selection={selection}
        nameOf={({ event_type, created_at }) => `${event_type}, ${formatExact(created_at)}`}
        actions={<RetrySelected selection={selection} />}
        empty={
          state ? (
            <Empty icon={Send} title={t('No such deliveries')}>
              {t('No delivery has this status now.')}
            </Empty>
          ) : (
            <Empty icon={Send} title={t('Nothing sent yet')}>
              {t(
                'Each event that happens from now on appears here, with what your server answered.',
              )}
            </Empty>
          )
        }
      />
      {opened && <DeliveryDrawer key={opened} id={opened} onClose={close} />}
    </div>
  )
}

const COLUMNS: readonly Column<Delivery>[] = [
  {
    name: t('Event'),
    isMain: true,
    cell: ({ event_type }) => (
      <>
        <code class="event-type">{event_type}</code>
        <span class="small muted event-what">{descriptionOf(event_type)}</span>
      </>
    ),
  },
  { name: t('Status'), cell: (delivery) => <DeliveryStatus delivery={delivery} /> },
  {
    name: t('Answer'),
    cell: ({ last_status, last_error }) => <Answer status={last_status} error={last_error} />,
  },
  { name: t('Tries'), isNumber: true, cell: ({ attempts }) => attempts },
  {
    name: t('Created'),
    sort: 'created_at',
    cell: ({ created_at }) => (
      <span class="nowrap">
        <Time at={created_at} />
      </span>
    ),
  },
  {
    name: t('Next try'),
    cell: ({ next_attempt_at }) =>
      next_attempt_at ? (
        <span class="nowrap">
          <Time at={next_attempt_at} />
        </span>
      ) : (
        <span class="muted">–</span>
      ),
  },
]
