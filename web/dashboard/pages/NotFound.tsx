import { Compass } from 'lucide-preact'
import { ButtonLink } from '../components/Button.tsx'
import { Empty } from '../components/Empty.tsx'
import { Page } from '../components/Page.tsx'

export const NotFound = () => (
  <Page title="Nothing here">
    <Empty
      icon={Compass}
      title="There is no such page"
      actions={<ButtonLink to="/">To the overview</ButtonLink>}
    >
      The address may be mistyped, or what was here is deleted.
    </Empty>
  </Page>
)
