import { Link } from 'wouter-preact'
import type { Schemas } from '../../api.ts'
import { CopiedId, Drawer } from '../../components/lists/Drawer.tsx'
import { formatExact } from '../../format.ts'
import { Who } from './Who.tsx'
import { fieldName, pageOf, sentenceOf, wordOf } from './words.ts'

type Event = Schemas['AuditEvent']

/** All details of one event. */
export function EventDrawer({ event, onClose }: { event: Event; onClose: () => void }) {
  const { id, action, target_kind, target_id, changes, request_id, address, created_at } = event
  const page = pageOf(action, target_kind, target_id)
  const fields = Object.entries(changes)
  return (
    <Drawer title={sentenceOf(event)} onClose={onClose}>
      <div class="stack">
        {fields.length > 0 && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
          <section class="table-scroll audit-fields" aria-label="What changed" tabIndex={0}>
            <table class="table">
              <thead>
                <tr>
                  <th scope="col">Field</th>
                  <th scope="col">Before</th>
                  <th scope="col">After</th>
                </tr>
              </thead>
              <tbody>
                {fields.map(([field, change]) => (
                  <tr key={field}>
                    <th scope="row">{fieldName(field)}</th>
                    <td class="audit-value">{wordOf(change.before)}</td>
                    <td class="audit-value">{wordOf(change.after)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        )}
        <dl class="facts">
          <dt>When</dt>
          <dd>{formatExact(created_at)}</dd>
          <dt>Who</dt>
          <dd>
            <Who event={event} />
          </dd>
          <dt>IP address</dt>
          <dd>{address ?? 'Server'}</dd>
          <dt>Action</dt>
          <dd>
            <code>{action}</code>
          </dd>
          <dt>Event ID</dt>
          <dd>
            <CopiedId id={id} what="event ID" />
          </dd>
          {target_id && (
            <>
              <dt>ID</dt>
              <dd>
                <CopiedId id={target_id} what="ID" />
                {page && <Link href={page}>Open</Link>}
              </dd>
            </>
          )}
          {request_id && (
            <>
              <dt>Request ID</dt>
              <dd>
                <CopiedId id={request_id} what="request ID" />
              </dd>
            </>
          )}
        </dl>
      </div>
    </Drawer>
  )
}
