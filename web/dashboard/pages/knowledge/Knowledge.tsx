import { Page } from '../../components/Page.tsx'

export const Knowledge = () => <Page title="Knowledge">Soon.</Page>
