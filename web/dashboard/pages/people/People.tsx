import { Page } from '../../components/Page.tsx'

export const People = () => <Page title="People">Soon.</Page>
