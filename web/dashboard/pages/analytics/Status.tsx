import { Badge } from '../../components/Badge.tsx'

/** An HTTP status, coloured by its class. */
export const Status = ({ code }: { code: number }) => (
  <Badge kind={code >= 500 ? 'bad' : code >= 400 ? 'warn' : 'good'}>{code}</Badge>
)
