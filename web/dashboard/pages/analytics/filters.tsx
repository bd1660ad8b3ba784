import { useQuery } from '@tanstack/preact-query'
import { SelectField } from '../../components/forms/Form.tsx'
import { answerOf, api } from '../../lib/api.ts'
import { t } from '../../lib/texts.tsx'

export const METHODS = ['GET', 'POST', 'PATCH', 'DELETE', 'PUT', 'HEAD', 'OPTIONS'] as const
export type Method = (typeof METHODS)[number]
export const methodOf = (text: string | undefined) => METHODS.find((method) => method === text)
const CLASSES = ['2xx', '3xx', '4xx', '5xx'] as const
/**
 * Reads a status, such as 404, or a class of statuses, such as 4xx, in the API's form. Ignores
 * anything else.
 */
export function statusOf(text = ''): { status?: number; status_class?: (typeof CLASSES)[number] } {
  const found = CLASSES.find((known) => known === text)
  if (found) return { status_class: found }
  return /^[1-5]\d\d$/.test(text) ? { status: Number(text) } : {}
}
/** Ignores an endpoint that the API would refuse. */
export const endpointOf = (text: string | undefined) =>
  /^\/[!-~]*$/.test(text ?? '') ? text : undefined

/**
 * Reads the sender of the requests in the API's form: all applications, the dashboard, or one
 * application. Nothing chosen means all applications: the dashboard's own requests would be most.
 */
export function callerOf(text = 'applications'): {
  caller?: 'applications' | 'dashboard'
  key_id?: string
} {
  if (text === ANYBODY) return {}
  return text === 'applications' || text === 'dashboard' ? { caller: text } : { key_id: text }
}

/** The choice of requests from anywhere. */
const ANYBODY = 'any'

interface Filter {
  value: string | undefined
  onChange: (value: string) => void
}

export const MethodFilter = ({ value = '', onChange }: Filter) => (
  <SelectField
    label={t('Method')}
    name="method"
    value={value}
    onChange={onChange}
    options={[['', t('Any')], ...METHODS.map((method) => [method, method] as const)]}
  />
)

const STATUSES = [200, 201, 202, 400, 401, 403, 404, 409, 413, 422, 429, 500, 502, 503].map(String)
const CLASS_NAMES = {
  '2xx': t('2xx: success'),
  '3xx': t('3xx: redirection'),
  '4xx': t('4xx: error of the client'),
  '5xx': t('5xx: error of the service'),
}

export const StatusFilter = ({ value = '', onChange }: Filter) => (
  <SelectField
    label={t('Status')}
    name="status"
    value={value}
    onChange={onChange}
    options={[
      ['', t('Any')],
      ...CLASSES.map((name) => [name, CLASS_NAMES[name]] as const),
      ...[
        ...new Set([...STATUSES, ...(/^\d/.test(value) && !value.endsWith('xx') ? [value] : [])]),
      ].map((status) => [status, status] as const),
    ]}
  />
)

const MOST_ENDPOINTS = 200

/** Lets the user choose an endpoint that was called in the last weeks. */
export function EndpointFilter({ value = '', onChange }: Filter) {
  const { data: endpoints = [] } = useQuery({
    queryKey: ['analytics', 'endpoint names'],
    queryFn: async () => {
      const from = new Date(Date.now() - 30 * 86_400_000).toISOString()
      const { data } = await answerOf(
        api.GET('/api/v1/analytics/endpoints', {
          params: { query: { from, page_size: MOST_ENDPOINTS } },
        }),
      )
      return [...new Set(data.map(({ endpoint }) => endpoint ?? ''))]
        .filter((endpoint) => endpointOf(endpoint))
        .sort()
    },
    staleTime: 300_000,
  })
  const isKnown = !value || endpoints.includes(value)
  return (
    <div class="field wide">
      <SelectField
        label={t('Endpoint')}
        name="endpoint"
        value={value}
        onChange={onChange}
        options={[
          ['', t('Any')],
          ...[...endpoints, ...(isKnown ? [] : [value])].map(
            (endpoint) => [endpoint, endpoint] as const,
          ),
        ]}
      />
    </div>
  )
}

/** Reads the names of the organization's applications. */
export function useApplications() {
  const { data } = useQuery({
    queryKey: ['analytics', 'applications'],
    queryFn: async () =>
      (
        await answerOf(
          api.GET('/api/v1/analytics/keys', {
            params: { query: { page_size: 200, bucket: 'day' } },
          }),
        )
      ).data,
    staleTime: 60_000,
  })
  const names = new Map((data ?? []).map(({ client_id, name }) => [client_id, name]))
  return {
    names,
    nameOf: (clientId: string | null) =>
      clientId ? (names.get(clientId) ?? clientId) : t('Dashboard'),
  }
}

/** @param withAll whether the menu also offers all applications together and the dashboard */
export function KeyFilter({
  value = '',
  onChange,
  withAll = false,
}: Filter & { withAll?: boolean }) {
  const { names } = useApplications()
  const all = withAll
    ? ([
        ['', t('All applications')],
        ['dashboard', t('Dashboard')],
        [ANYBODY, t('Any')],
      ] as const)
    : ([['', t('Any')]] as const)
  const isKnown = !value || names.has(value) || all.some(([key]) => key === value)
  return (
    <SelectField
      label={withAll ? t('Sent by') : t('Application')}
      name="key_id"
      value={value === 'applications' ? '' : value}
      onChange={onChange}
      options={[...all, ...names, ...(isKnown ? [] : [[value, value] as const])]}
    />
  )
}
