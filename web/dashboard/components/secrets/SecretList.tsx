import { KeyRound } from 'lucide-preact'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { rich, t } from '../../lib/texts.tsx'
import { Badge } from '../Badge.tsx'
import { Button } from '../Button.tsx'
import { Confirm } from '../Dialog.tsx'
import { useRights } from '../session.tsx'
import { Time } from '../Time.tsx'

interface Secret {
  id: string
  name?: string | null
  created_at: string
  expires_at: string | null
  /** null: never; undefined: not known. */
  last_used_at?: string | null
}

interface SecretListProps<Own extends Secret> {
  /** The oldest first. The list begins with the newest. */
  secrets: readonly Own[]
  /** Its beginning and its last characters. */
  hintOf: (secret: Own) => string
  /** What else is said about a secret. */
  detailsOf?: (secret: Own) => ComponentChildren
  revoke: (id: string) => Promise<unknown>
  /** What the dialog says before a secret is revoked. */
  warningOf: (secret: Own) => ComponentChildren
}

/**
 * Secrets that cannot be read again. Owners revoke them. Stays without any, so that the dialog that
 * revoked the last one can hand on the focus.
 */
export function SecretList<Own extends Secret>(props: SecretListProps<Own>) {
  const { secrets, hintOf, detailsOf, revoke, warningOf } = props
  const { isOwner } = useRights()
  const [revoked, setRevoked] = useState<Own>()
  return (
    <>
      {secrets.length > 0 && (
        <ul class="rows">
          {[...secrets].reverse().map((secret) => (
            <li key={secret.id} class="row spread">
              <div>
                <KeyRound size={15} aria-hidden="true" />{' '}
                {secret.name && <strong>{secret.name}</strong>} <code>{hintOf(secret)}</code>{' '}
                {secret.expires_at && (
                  <Badge kind="warn">
                    {rich('expires {time}', { time: <Time at={secret.expires_at} /> })}
                  </Badge>
                )}
                {detailsOf?.(secret)}
                <div class="small muted">{usageOf(secret)}</div>
              </div>
              {isOwner && (
                <Button
                  kind="quiet"
                  onClick={() => setRevoked(secret)}
                  aria-label={t('Revoke {secret}', { secret: hintOf(secret) })}
                >
                  {t('Revoke')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {revoked && (
        <Confirm
          title={t('Revoke {secret}?', { secret: hintOf(revoked) })}
          action={t('Revoke')}
          done={t('Revoked {secret}.', { secret: hintOf(revoked) })}
          onConfirm={() => revoke(revoked.id)}
          onClose={() => setRevoked(undefined)}
        >
          {warningOf(revoked)}
        </Confirm>
      )}
    </>
  )
}

function usageOf({ created_at, last_used_at }: Secret) {
  const created = <Time at={created_at} />
  if (last_used_at === undefined) return rich('Created {created}.', { created })
  return last_used_at
    ? rich('Created {created}, last used {used}.', { created, used: <Time at={last_used_at} /> })
    : rich('Created {created}, never used.', { created })
}
