import { Compass } from 'lucide-preact'
import { t } from '../lib/texts.tsx'
import { ButtonLink } from './Button.tsx'
import { Empty } from './Empty.tsx'
import { Page } from './Page.tsx'

export const NotFound = () => (
  <Page title={t('Page not found')}>
    <Empty
      icon={Compass}
      title={t('There is no page at this address')}
      actions={<ButtonLink to="/">{t('Go to overview')}</ButtonLink>}
    >
      {t('The link may be wrong, or the page was deleted.')}
    </Empty>
  </Page>
)
