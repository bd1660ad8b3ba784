import { Page } from '../../components/Page.tsx'

export const Overview = () => <Page title="Overview">Soon.</Page>
