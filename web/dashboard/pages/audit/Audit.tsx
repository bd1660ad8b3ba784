import { Page } from '../../components/Page.tsx'

export const Audit = () => <Page title="Audit">Soon.</Page>
