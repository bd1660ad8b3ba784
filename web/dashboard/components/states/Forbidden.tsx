import { LockKeyhole } from 'lucide-preact'
import { t } from '../../lib/texts.tsx'
import { ButtonLink } from '../Button.tsx'
import { Empty } from '../Empty.tsx'

/** Replaces a page that the user's role may not see. */
export const Forbidden = () => (
  <Empty
    icon={LockKeyhole}
    title={t('Your role cannot open this')}
    actions={<ButtonLink to="/people">{t('See who is an owner')}</ButtonLink>}
  >
    {t('An owner of your organization can change your role.')}
  </Empty>
)
