import { Compass } from 'lucide-preact'
import { ButtonLink } from '../components/Button.tsx'
import { Empty } from '../components/Empty.tsx'
import { Page } from '../components/Page.tsx'

export const NotFound = () => (
  <Page title="Page not found">
    <Empty
      icon={Compass}
      title="There is no page at this address"
      actions={<ButtonLink to="/">Go to overview</ButtonLink>}
    >
      The link may be wrong, or the page was deleted.
    </Empty>
  </Page>
)
