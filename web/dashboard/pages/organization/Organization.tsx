import { Page } from '../../components/Page.tsx'

export const Organization = () => <Page title="Organization">Soon.</Page>
