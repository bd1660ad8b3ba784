import { useQuery } from '@tanstack/preact-query'
import { SlidersHorizontal } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { Button } from '../../components/Button.tsx'
import { TextField } from '../../components/forms/Form.tsx'
import { FormDialog } from '../../components/forms/FormDialog.tsx'
import { LimitUse } from '../../components/LimitUse.tsx'
import { Loading } from '../../components/Loading.tsx'
import { ErrorNotice } from '../../components/Notice.tsx'
import { useRights } from '../../components/session.tsx'
import { api, dataOf, queries, type Schemas } from '../../lib/api.ts'
import { t } from '../../lib/texts.tsx'

type Application = Schemas['Application']

/** Milliseconds between refreshes of the figures. */
const REFRESH_MS = 10_000

/** The application's limits, and how much of them is used. */
export function Limits({ application }: { application: Application }) {
  const { isOwner } = useRights()
  const [isChanging, setChanging] = useState(false)
  const { id, limits } = application
  const { data, error, refetch } = useQuery({
    queryKey: ['applications', id, 'limits'],
    queryFn: () =>
      dataOf(api.GET('/api/v1/applications/{id}/limits', { params: { path: { id } } })),
    refetchInterval: REFRESH_MS,
  })
  return (
    <section class="card stack" aria-labelledby="limits">
      <div class="row spread">
        <h2 id="limits">{t('Limits')}</h2>
        {isOwner && (
          <Button icon={SlidersHorizontal} onClick={() => setChanging(true)}>
            {t('Change')}
          </Button>
        )}
      </div>
      {error && <ErrorNotice error={error} onRetry={refetch} />}
      {!data && !error && <Loading />}
      {data && (
        <>
          {data.requests && (
            <LimitUse label={t('API requests, this application')} use={data.requests} />
          )}
          <LimitUse
            label={t('API requests, whole organization')}
            use={data.organization}
            note={data.requests ? undefined : t('This application has no limit of its own.')}
          />
          <LimitUse
            label={t('Widget requests, this application')}
            use={data.widget}
            note={limits.widget_hourly_limit === null ? t('The service’s limit.') : undefined}
          />
        </>
      )}
      {isChanging && data && (
        <Changes
          application={application}
          most={data.organization.limit}
          onClose={() => {
            setChanging(false)
            refetch()
          }}
        />
      )}
    </section>
  )
}

/** @param most the organization's limit of API requests an hour */
function Changes({
  application,
  most,
  onClose,
}: {
  application: Application
  most: number
  onClose: () => void
}) {
  const { id, limits } = application
  const [requests, setRequests] = useState(String(limits.hourly_limit ?? ''))
  const [widget, setWidget] = useState(String(limits.widget_hourly_limit ?? ''))
  const save = async () => {
    const body = {
      limits: {
        hourly_limit: requests === '' ? null : Number(requests),
        widget_hourly_limit: widget === '' ? null : Number(widget),
      },
    }
    await dataOf(api.PATCH('/api/v1/applications/{id}', { params: { path: { id } }, body }))
    await queries.invalidateQueries({ queryKey: ['applications'] })
  }
  const whole = { type: 'number', min: 1, step: 1, inputMode: 'numeric' } as const
  return (
    <FormDialog
      title={t('Application limits')}
      action={t('Save')}
      onSubmit={save}
      done={t('Saved. The limits apply within 5 seconds.')}
      onClose={onClose}
    >
      <TextField
        {...whole}
        label={t('API requests per hour')}
        name="limits.hourly_limit"
        hint={t(
          'Up to {most, number}, the organization’s limit, which all applications share. If empty, no limit of its own.',
          { most },
        )}
        value={requests}
        onChange={setRequests}
      />
      <TextField
        {...whole}
        label={t('Widget requests per hour')}
        name="limits.widget_hourly_limit"
        hint={t(
          'For all visitors together, so that a flood cannot run up your bill. If empty, the service’s limit.',
        )}
        value={widget}
        onChange={setWidget}
      />
    </FormDialog>
  )
}
