import { useQuery } from '@tanstack/preact-query'
import { Link } from 'wouter-preact'
import type { Schemas } from '../../lib/api.ts'
import { formatCost, formatNumber } from '../../lib/format.ts'
import { t } from '../../lib/texts.tsx'
import { Badge } from '../Badge.tsx'
import { CopyButton } from '../Copy.tsx'
import { useRights } from '../session.tsx'
import { Traits } from '../Traits.tsx'
import { useCustomer } from '../threads/customers.ts'
import { STATUS } from '../threads/threads.ts'
import { Moment } from '../threads/when.tsx'
import { FeedbackView } from './FeedbackView.tsx'
import { readFeedback } from './messages.ts'

type Thread = Schemas['Thread']

/** Everything about a thread except its messages. */
export function Facts({ thread }: { thread: Thread }) {
  const { id, kind, status, metadata } = thread
  const { data: feedback = [] } = useQuery({
    queryKey: ['feedback', id],
    queryFn: () => readFeedback(kind, id),
  })
  const { seesAll } = useRights()
  const whole = feedback.filter(({ message_id }) => message_id === null)
  return (
    <aside class="stack" aria-label={t('About this conversation')}>
      <section class="card">
        <header>
          <h3>{kind === 'session' ? t('Visitor') : t('Customer')}</h3>
          <Badge kind={STATUS[status].kind}>{STATUS[status].name}</Badge>{' '}
          {thread.is_test && <Badge kind="accent">{t('Test')}</Badge>}
        </header>
        <dl class="facts small">
          {thread.visitor_id && (
            <>
              <dt>{t('Visitor ID')}</dt>
              <dd class="id">
                <code>{thread.visitor_id}</code>
              </dd>
            </>
          )}
          <dt>{t('Agent')}</dt>
          <dd>
            {seesAll ? (
              <Link href={`/agents/${thread.agent_id}`}>{thread.agent_name}</Link>
            ) : (
              thread.agent_name
            )}
          </dd>
          <dt>{t('Opened')}</dt>
          <dd>
            <Moment at={thread.created_at} />
          </dd>
          <dt>{t('Last active')}</dt>
          <dd>
            <Moment at={thread.active_at} />
          </dd>
          {thread.locale && (
            <>
              <dt>{t('Language')}</dt>
              <dd>{thread.locale}</dd>
            </>
          )}
          <dt>{t('Messages')}</dt>
          <dd>{formatNumber(thread.message_count)}</dd>
          <dt>{t('Failed replies')}</dt>
          <dd>{formatNumber(thread.failed_replies)}</dd>
          <dt>{t('Tokens')}</dt>
          <dd>{formatNumber(thread.input_tokens + thread.output_tokens)}</dd>
          <dt>{t('Cost')}</dt>
          <dd>{thread.cost_usd === null ? t('Unknown') : formatCost(thread.cost_usd)}</dd>
          <dt>{t('ID')}</dt>
          <dd class="id">
            <code>{id}</code>
            <CopyButton text={id} label={t('Copy conversation ID')} />
          </dd>
        </dl>
      </section>
      {whole.length > 0 && (
        <section class="card">
          <header>
            <h3>{t('Feedback on the conversation')}</h3>
          </header>
          <FeedbackView feedback={whole} />
        </section>
      )}
      <Customer thread={thread} />
      {Object.keys(metadata).length > 0 && (
        <section class="card">
          <header>
            <h3>{t('Metadata')}</h3>
          </header>
          <Traits traits={metadata} />
        </section>
      )}
    </aside>
  )
}

/** The customer's traits. */
function Customer({ thread: { user_context_id, customer_id } }: { thread: Thread }) {
  const { data: context } = useCustomer({ user_context_id, customer_id })
  if (!context) return null
  return (
    <section class="card">
      <header>
        <h3>{t('Traits')}</h3>
        <Link href={`/customers/${context.id}`} class="small">
          {context.user_reference}
        </Link>
      </header>
      {Object.keys(context.traits).length > 0 ? (
        <Traits traits={context.traits} />
      ) : (
        <p class="small muted">{t('No traits yet.')}</p>
      )}
      {!user_context_id && (
        <p class="small muted">
          {t('This conversation is not linked to these traits, so its replies did not use them.')}
        </p>
      )}
    </section>
  )
}
