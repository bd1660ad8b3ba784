import { Compass } from 'lucide-preact'
import { ButtonLink } from '../components/Button.tsx'
import { Empty } from '../components/Empty.tsx'
import { Page } from '../components/Page.tsx'
import { t } from '../texts.tsx'

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
