import { Page } from '../../components/Page.tsx'

export const Customers = () => <Page title="Customers">Soon.</Page>
