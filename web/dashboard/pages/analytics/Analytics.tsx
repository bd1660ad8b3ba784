import { Page } from '../../components/Page.tsx'

export const Analytics = () => <Page title="Analytics">Soon.</Page>
