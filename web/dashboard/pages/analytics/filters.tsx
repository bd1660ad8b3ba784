import { useQuery } from '@tanstack/preact-query'
import { useEffect, useState } from 'preact/hooks'
import { answerOf, api } from '../../api.ts'
import { SelectField, TextField } from '../../components/forms/Form.tsx'

export const METHODS = ['GET', 'POST', 'PATCH', 'DELETE', 'PUT', 'HEAD', 'OPTIONS'] as const
export type Method = (typeof METHODS)[number]
export const methodOf = (text: string | undefined) => METHODS.find((method) => method === text)
/** Ignores an invalid status. */
export const statusOf = (text: string | undefined) =>
  /^[1-5]\d\d$/.test(text ?? '') ? Number(text) : undefined
/** Ignores an endpoint that the API would refuse. */
export const endpointOf = (text: string | undefined) => (/^\/[!-~]*$/.test(text ?? '') ? text : undefined)

interface Filter {
  value: string | undefined
  onChange: (value: string) => void
}

export const MethodFilter = ({ value = '', onChange }: Filter) => (
  <SelectField
    label="Method"
    name="method"
    value={value}
    onChange={onChange}
    options={[['', 'Any'], ...METHODS.map((method) => [method, method] as const)]}
  />
)

const STATUSES = [
  '200',
  '201',
  '202',
  '400',
  '401',
  '403',
  '404',
  '409',
  '413',
  '422',
  '429',
  '500',
  '502',
  '503',
]

export const StatusFilter = ({ value = '', onChange }: Filter) => (
  <SelectField
    label="Status"
    name="status"
    value={value}
    onChange={onChange}
    options={[
      ['', 'Any'],
      ...[...new Set([...STATUSES, ...(value ? [value] : [])])].map((status) => [status, status] as const),
    ]}
  />
)

/** Applies when the user leaves the field or presses Enter. */
export function EndpointFilter({ value = '', onChange }: Filter) {
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  const isWrong = text !== '' && endpointOf(text) === undefined
  return (
    <TextField
      label="Endpoint"
      name="endpoint"
      class="input"
      placeholder="/api/v1/agents/{id}"
      value={text}
      onChange={setText}
      onBlur={() => onChange(text.trim())}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onChange(text.trim())
      }}
      hint={isWrong ? 'Must begin with a slash, as in the table.' : undefined}
    />
  )
}

/** Reads the names of the organization's applications. */
export function useApplications() {
  const { data } = useQuery({
    queryKey: ['analytics', 'applications'],
    queryFn: async () =>
      (
        await answerOf(
          api.GET('/api/v1/analytics/keys', { params: { query: { page_size: 200, bucket: 'day' } } }),
        )
      ).data,
    staleTime: 60_000,
  })
  const names = new Map((data ?? []).map(({ client_id, name }) => [client_id, name]))
  return {
    names,
    nameOf: (clientId: string | null) => (clientId ? (names.get(clientId) ?? clientId) : 'Dashboard'),
  }
}

export function KeyFilter({ value = '', onChange }: Filter) {
  const { names } = useApplications()
  const isKnown = !value || names.has(value)
  return (
    <SelectField
      label="Application"
      name="key_id"
      value={value}
      onChange={onChange}
      options={[['', 'Any'], ...names, ...(isKnown ? [] : [[value, value] as const])]}
    />
  )
}
